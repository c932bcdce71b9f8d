// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.AbstractRichFunction;

/** A parallel source function with a life cycle and a runtime context. */
@Public
public abstract class RichParallelSourceFunction<OUT> extends AbstractRichFunction
        implements ParallelSourceFunction<OUT> {

    private static final long serialVersionUID = 1L;

    public RichParallelSourceFunction() {}
}
