// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api.functions;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.Collector;
import java.io.Serializable;
import java.util.Set;

/**
 * Reads the windows of an operator, one of a key after the other.
 *
 * @param <IN> what is in a window
 * @param <OUT> what is made of it
 * @param <KEY> the keys
 * @param <W> the windows
 */
@PublicEvolving
public abstract class WindowReaderFunction<IN, OUT, KEY, W extends Window>
        extends AbstractRichFunction {

    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    public WindowReaderFunction() {}

    /**
     * Reads a window of a key; each once, in no order.
     *
     * @param context only valid during the call
     * @param elements the records, or the one value that they are folded into
     */
    public abstract void readWindow(
            KEY key, Context<W> context, Iterable<IN> elements, Collector<OUT> out)
            throws Exception;

    /** What a function can ask about a window. */
    public interface Context<W extends Window> extends Serializable {

        /** The window; where windows merge, the one that this has become part of. */
        W window();

        /** State that the window's trigger has of it. */
        <S extends State> S triggerState(StateDescriptor<S, ?> descriptor);

        /** State that the window's function has of it. */
        KeyedStateStore windowState();

        /** State that the window's function has of the key. */
        KeyedStateStore globalState();

        /** When the window's timers of event time are due, in milliseconds. */
        Set<Long> registeredEventTimeTimers() throws Exception;

        /** When its timers of processing time are due, in milliseconds since 1970. */
        Set<Long> registeredProcessingTimeTimers() throws Exception;
    }
}
