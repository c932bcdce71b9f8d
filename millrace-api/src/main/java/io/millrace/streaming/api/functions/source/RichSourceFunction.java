// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.AbstractRichFunction;

/** A source function with a life cycle and a runtime context. */
@Public
public abstract class RichSourceFunction<OUT> extends AbstractRichFunction
        implements SourceFunction<OUT> {

    private static final long serialVersionUID = 1L;

    public RichSourceFunction() {}
}
