// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;

/**
 * Is called with a window of a whole stream whenever it is shown, with state and side outputs.
 *
 * @param <IN> what the window holds: records, or what they were folded into
 * @param <OUT> what is emitted
 * @param <W> the windows
 */
@PublicEvolving
public abstract class ProcessAllWindowFunction<IN, OUT, W extends Window>
        extends AbstractRichFunction {

    private static final long serialVersionUID = 1L;

    public ProcessAllWindowFunction() {}

    /**
     * A window is shown.
     *
     * @param elements its contents, to be gone through during the call
     */
    public abstract void process(Context context, Iterable<IN> elements, Collector<OUT> out)
            throws Exception;

    /**
     * A window goes away: what the function keeps for it in {@link Context#windowState} is to go as
     * well. Called once per window, at its end with its lateness.
     */
    public void clear(Context context) throws Exception {}

    /** What the function can use: for the current window. */
    public abstract class Context {

        public Context() {}

        /** The window that is shown or goes away. */
        public abstract W window();

        /** State of this window; to be cleared in {@link #clear}. */
        public abstract KeyedStateStore windowState();

        /** State that is the same for all windows. */
        public abstract KeyedStateStore globalState();

        /** Emits to a side output. */
        public abstract <X> void output(OutputTag<X> outputTag, X value);
    }
}
