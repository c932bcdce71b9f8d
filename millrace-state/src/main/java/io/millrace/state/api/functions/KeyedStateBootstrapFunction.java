// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api.functions;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.streaming.api.TimerService;

/**
 * Makes keyed state and timers of data. Called for one record after the other, each with its key
 * set; the timers it registers are in the savepoint, and fire in the job that begins from it.
 *
 * @param <K> the keys
 * @param <IN> the data
 */
@PublicEvolving
public abstract class KeyedStateBootstrapFunction<K, IN> extends AbstractRichFunction {

    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    public KeyedStateBootstrapFunction() {}

    /**
     * Puts into state what a record says.
     *
     * @param ctx only valid during the call
     */
    public abstract void processElement(IN value, Context ctx) throws Exception;

    /** What a function can ask about a record. */
    public abstract class Context {

        /** For subclasses. */
        public Context() {}

        /** For registering timers. */
        public abstract TimerService timerService();

        /** The key of the record. */
        public abstract K getCurrentKey();
    }
}
