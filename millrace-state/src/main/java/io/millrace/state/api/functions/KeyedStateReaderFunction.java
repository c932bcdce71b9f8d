// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api.functions;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.configuration.Configuration;
import io.millrace.util.Collector;
import java.util.Set;

/**
 * Reads the keyed state of an operator, key by key. It is opened, and closed, once for each part of
 * the keys.
 *
 * @param <K> the keys
 * @param <OUT> what is made of them
 */
@PublicEvolving
public abstract class KeyedStateReaderFunction<K, OUT> extends AbstractRichFunction {

    private static final long serialVersionUID = 3873843034140417407L;

    /** For subclasses. */
    public KeyedStateReaderFunction() {}

    /**
     * Asks the runtime context for the states that are to be read: all of them, for the keys that
     * are shown are those that have an entry in any of them.
     */
    @Override
    @SuppressWarnings("deprecation") // the form in which Flink has it abstract
    public abstract void open(Configuration parameters) throws Exception;

    /**
     * Reads a key's state; each key once, in no order.
     *
     * @param ctx only valid during the call
     */
    public abstract void readKey(K key, Context ctx, Collector<OUT> out) throws Exception;

    /** What a function can ask about a key. */
    public interface Context {

        /** When timers of event time are due, in milliseconds. */
        Set<Long> registeredEventTimeTimers() throws Exception;

        /** When timers of processing time are due, in milliseconds since 1970. */
        Set<Long> registeredProcessingTimeTimers() throws Exception;
    }
}
