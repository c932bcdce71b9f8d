// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReadOnlyBroadcastState;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.util.OutputTag;
import java.util.List;

/** Calls a {@link BroadcastProcessFunction}; the second input is the broadcast one. */
final class BroadcastProcessOperator<A, B, O> extends TimedTwoInputOperator<A, B, O> {

    private final BroadcastProcessFunction<A, B, O> function;
    private final BroadcastStates states;
    private final Reading reading;
    private final Writing writing;

    BroadcastProcessOperator(
            OperatorContext context,
            BroadcastProcessFunction<A, B, O> function,
            List<MapStateDescriptor<?, ?>> states,
            Output<O> out) {
        super(context, function, null, null, false, out);
        this.function = function;
        this.states = new BroadcastStates(context, states);
        this.reading = new Reading(function);
        this.writing = new Writing(function);
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
        states.broadcasting = true;
        try {
            function.processBroadcastElement(value, writing, calls.emitter);
        } finally {
            states.broadcasting = false;
        }
    }

    /** Without keys there are no timers. */
    @Override
    void onTimer(long timestamp) {}

    private final class Reading extends BroadcastProcessFunction<A, B, O>.ReadOnlyContext {

        Reading(BroadcastProcessFunction<A, B, O> function) {
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
        public <K, V> ReadOnlyBroadcastState<K, V> getBroadcastState(
                MapStateDescriptor<K, V> stateDescriptor) {
            return states.readOnly(stateDescriptor);
        }
    }

    private final class Writing extends BroadcastProcessFunction<A, B, O>.Context {

        Writing(BroadcastProcessFunction<A, B, O> function) {
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
        public <K, V> BroadcastState<K, V> getBroadcastState(
                MapStateDescriptor<K, V> stateDescriptor) {
            return states.writable(stateDescriptor);
        }
    }
}
