// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.streaming.api.windowing.windows.Window;

/** An {@link AllWindowFunction} with a life cycle and a runtime context. */
@Public
public abstract class RichAllWindowFunction<IN, OUT, W extends Window> extends AbstractRichFunction
        implements AllWindowFunction<IN, OUT, W> {

    private static final long serialVersionUID = 1L;

    public RichAllWindowFunction() {}
}
