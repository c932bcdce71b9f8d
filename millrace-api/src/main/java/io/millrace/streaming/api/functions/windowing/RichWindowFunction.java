// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.streaming.api.windowing.windows.Window;

/**
 * A {@link WindowFunction} with a life cycle and a runtime context, whose state is that of the key,
 * not of the window.
 */
@Public
public abstract class RichWindowFunction<IN, OUT, KEY, W extends Window>
        extends AbstractRichFunction implements WindowFunction<IN, OUT, KEY, W> {

    private static final long serialVersionUID = 1L;

    public RichWindowFunction() {}
}
