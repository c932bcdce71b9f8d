// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReadOnlyBroadcastState;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.runtime.state.KeyedStateFunction;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.TimerService;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.util.OutputTag;
import java.util.List;
import java.util.Objects;

/**
 * Calls a {@link KeyedBroadcastProcessFunction}, and its timers; the second input is the broadcast
 * one.
 *
 * <p>An element of the broadcast stream has no key, and none is set while it is processed: what
 * would read or write under the key of whichever record came before is refused, as it is in {@code
 * open}. Only {@code applyToKeyedState} sets keys, one after the other.
 */
final class KeyedBroadcastProcessOperator<K, A, B, O> extends TimedTwoInputOperator<A, B, O> {

    private final KeyedBroadcastProcessFunction<K, A, B, O> function;
    private final BroadcastStates states;
    private final Reading reading;
    private final Writing writing;
    private final KeyedStateBackend<K> backend;

    @SuppressWarnings("unchecked") // the backend was made for this operator's keys
    KeyedBroadcastProcessOperator(
            OperatorContext context,
            KeyedBroadcastProcessFunction<K, A, B, O> function,
            List<MapStateDescriptor<?, ?>> states,
            KeySelector<A, K> selector,
            Output<O> out) {
        super(context, function, selector, null, true, out);
        this.function = function;
        this.states = new BroadcastStates(context, states);
        this.reading = new Reading(function);
        this.writing = new Writing(function);
        this.backend = (KeyedStateBackend<K>) context.keyedState();
    }

    @Override
    void initializeOwnState() throws Exception {
        states.initialize();
    }

    @Override
    void first(A value, long timestamp) throws Exception {
        calls.record(timestamp);
        function.processElement(value, reading, calls.emitter);
    }

    @Override
    void second(B value, long timestamp) throws Exception {
        calls.record(timestamp);
        backend.setCurrentKey(null, 0);
        states.broadcasting = true;
        try {
            function.processBroadcastElement(value, writing, calls.emitter);
        } finally {
            states.broadcasting = false;
        }
    }

    @Override
    void onTimer(long timestamp) throws Exception {
        function.onTimer(timestamp, reading, calls.emitter);
    }

    /** For records and timers alike: only what the calls stand at differs. */
    private final class Reading extends KeyedBroadcastProcessFunction<K, A, B, O>.OnTimerContext {

        Reading(KeyedBroadcastProcessFunction<K, A, B, O> function) {
            function.super();
        }

        @Override
        public TimeDomain timeDomain() {
            return calls.timeDomain();
        }

        @Override
        public Long timestamp() {
            return calls.timestamp();
        }

        @Override
        public TimerService timerService() {
            return calls.timerService();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            calls.output(outputTag, value);
        }

        @Override
        public long currentProcessingTime() {
            return calls.timerService().currentProcessingTime();
        }

        @Override
        public long currentWatermark() {
            return calls.timerService().currentWatermark();
        }

        @Override
        public K getCurrentKey() {
            return backend.currentKey();
        }

        @Override
        public <X, Y> ReadOnlyBroadcastState<X, Y> getBroadcastState(
                MapStateDescriptor<X, Y> stateDescriptor) {
            return states.readOnly(stateDescriptor);
        }
    }

    private final class Writing extends KeyedBroadcastProcessFunction<K, A, B, O>.Context {

        Writing(KeyedBroadcastProcessFunction<K, A, B, O> function) {
            function.super();
        }

        @Override
        public Long timestamp() {
            return calls.timestamp();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            calls.output(outputTag, value);
        }

        @Override
        public long currentProcessingTime() {
            return calls.timerService().currentProcessingTime();
        }

        @Override
        public long currentWatermark() {
            return calls.timerService().currentWatermark();
        }

        @Override
        public <X, Y> BroadcastState<X, Y> getBroadcastState(
                MapStateDescriptor<X, Y> stateDescriptor) {
            return states.writable(stateDescriptor);
        }

        @Override
        public <VS, S extends State> void applyToKeyedState(
                StateDescriptor<S, VS> stateDescriptor, KeyedStateFunction<K, S> visitor)
                throws Exception {
            Objects.requireNonNull(stateDescriptor, "The state descriptor must not be null");
            Objects.requireNonNull(visitor, "The function to apply must not be null");
            states.checkBroadcasting("applyToKeyedState");
            backend.forEachKey(
                    stateDescriptor,
                    (key, state) -> {
                        context.checkCancelled();
                        visitor.process(key, state);
                    });
        }
    }
}
