// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.AbstractRichFunction;

/** A sink function with a life cycle and a runtime context. */
@Public
public abstract class RichSinkFunction<IN> extends AbstractRichFunction
        implements SinkFunction<IN> {

    private static final long serialVersionUID = 1L;

    public RichSinkFunction() {}
}
