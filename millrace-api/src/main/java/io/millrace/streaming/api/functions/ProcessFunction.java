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
 * Sees each record with its timestamp, may emit any number of records to the main and to side
 * outputs, and, on a keyed stream, may use keyed state and set timers.
 *
 * @param <I> what comes in
 * @param <O> what goes out
 */
@PublicEvolving
public abstract class ProcessFunction<I, O> extends AbstractRichFunction {

    private static final long serialVersionUID = 1L;

    public ProcessFunction() {}

    /**
     * Called for each record.
     *
     * @param ctx valid only during the call
     * @param out valid only during the call
     * @throws Exception fails the task
     */
    public abstract void processElement(I value, Context ctx, Collector<O> out) throws Exception;

    /**
     * Called when a timer goes off.
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
    }

    /** What surrounds a timer. */
    public abstract class OnTimerContext extends Context {

        public OnTimerContext() {}

        /** Which clock it waited for. */
        public abstract TimeDomain timeDomain();
    }
}
