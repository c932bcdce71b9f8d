// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.TimerService;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;

/**
 * A process function of a keyed stream that also knows the key.
 *
 * @param <K> the key
 * @param <I> what comes in
 * @param <O> what goes out
 */
@PublicEvolving
public abstract class KeyedProcessFunction<K, I, O> extends AbstractRichFunction {

    private static final long serialVersionUID = 1L;

    public KeyedProcessFunction() {}

    /**
     * Called for each record, with keyed state set to its key.
     *
     * @param ctx valid only during the call
     * @param out valid only during the call
     * @throws Exception fails the task
     */
    public abstract void processElement(I value, Context ctx, Collector<O> out) throws Exception;

    /**
     * Called when a timer goes off, with keyed state set to the key it was set under.
     *
     * @param timestamp the time the timer was set for
     */
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<O> out) throws Exception {}

    /** What surrounds the record. */
    public abstract class Context {

        public Context() {}

        /** The record's timestamp in milliseconds; null when it has none. */
        public abstract Long timestamp();

        public abstract TimerService timerService();

        /** Emits to a side output. */
        public abstract <X> void output(OutputTag<X> outputTag, X value);

        public abstract K getCurrentKey();
    }

    /** What surrounds a timer. */
    public abstract class OnTimerContext extends Context {

        public OnTimerContext() {}

        /** Which clock it waited for. */
        public abstract TimeDomain timeDomain();

        @Override
        public abstract K getCurrentKey();
    }
}
