// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.co;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.AbstractRichFunction;

/** A {@link CoFlatMapFunction} with a life cycle and a runtime context. */
@Public
public abstract class RichCoFlatMapFunction<IN1, IN2, OUT> extends AbstractRichFunction
        implements CoFlatMapFunction<IN1, IN2, OUT> {

    private static final long serialVersionUID = 1L;

    public RichCoFlatMapFunction() {}
}
