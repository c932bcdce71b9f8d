// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.co;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.TimerService;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;

/** A process function of two streams that share its state and timers. */
@PublicEvolving
public abstract class CoProcessFunction<IN1, IN2, OUT> extends AbstractRichFunction {

    private static final long serialVersionUID = 1L;

    public CoProcessFunction() {}

    /** Called for each record of the first stream. */
    public abstract void processElement1(IN1 value, Context ctx, Collector<OUT> out)
            throws Exception;

    /** Called for each record of the second stream. */
    public abstract void processElement2(IN2 value, Context ctx, Collector<OUT> out)
            throws Exception;

    /**
     * Called when a timer goes off.
     *
     * @param timestamp the time the timer was set for
     */
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<OUT> out) throws Exception {}

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
