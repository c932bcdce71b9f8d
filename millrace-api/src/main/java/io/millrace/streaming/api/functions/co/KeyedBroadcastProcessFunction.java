// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.co;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.runtime.state.KeyedStateFunction;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.TimerService;
import io.millrace.util.Collector;

/**
 * A process function of a keyed stream and a broadcast stream. Elements of the latter come to every
 * subtask and may change broadcast state; they have no key, and reach keyed state only by {@link
 * Context#applyToKeyedState}. Records of the former come to the subtask of their key, read
 * broadcast state, and have keyed state and timers.
 *
 * @param <KS> keys of the keyed stream
 * @param <IN1> records of the keyed stream
 * @param <IN2> elements of the broadcast stream
 * @param <OUT> what is emitted
 */
@PublicEvolving
public abstract class KeyedBroadcastProcessFunction<KS, IN1, IN2, OUT>
        extends BaseBroadcastProcessFunction {

    private static final long serialVersionUID = -2584726797564976453L;

    public KeyedBroadcastProcessFunction() {}

    /** Called for each record of the keyed stream, with keyed state set to its key. */
    public abstract void processElement(IN1 value, ReadOnlyContext ctx, Collector<OUT> out)
            throws Exception;

    /** Called for each element of the broadcast stream, in every subtask; no key is set. */
    public abstract void processBroadcastElement(IN2 value, Context ctx, Collector<OUT> out)
            throws Exception;

    /**
     * Called when a timer goes off, with keyed state set to the key it was set under.
     *
     * @param timestamp the time the timer was set for
     */
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<OUT> out) throws Exception {}

    /** What surrounds an element of the broadcast stream. */
    public abstract class Context extends BaseBroadcastProcessFunction.Context {

        public Context() {}

        /**
         * Calls the function once for each key under which this keyed state has an entry in this
         * subtask, in no particular order. The keys are those there are when the call begins: the
         * function may change the state, clear it, and write other keyed state; a key that has no
         * entry any more when its turn comes is left out.
         *
         * <p>The call takes time and memory by the number of keys (none for what they hold), and
         * keeps the subtask from its records meanwhile.
         *
         * @param stateDescriptor of value, list, map, reducing or aggregating state; need not have
         *     been asked for before
         * @throws IllegalStateException when not called while an element of the broadcast stream is
         *     being processed
         * @throws Exception what the function throws
         */
        public abstract <VS, S extends State> void applyToKeyedState(
                StateDescriptor<S, VS> stateDescriptor, KeyedStateFunction<KS, S> function)
                throws Exception;
    }

    /** What surrounds a record of the keyed stream. */
    public abstract class ReadOnlyContext extends BaseBroadcastProcessFunction.ReadOnlyContext {

        public ReadOnlyContext() {}

        /** Tells the time, and sets timers under the record's key. */
        public abstract TimerService timerService();

        public abstract KS getCurrentKey();
    }

    /** What surrounds a timer. */
    public abstract class OnTimerContext extends ReadOnlyContext {

        public OnTimerContext() {}

        /** Which clock it waited for. */
        public abstract TimeDomain timeDomain();

        @Override
        public abstract KS getCurrentKey();
    }
}
