// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.TimerService;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.util.OutputTag;

/** Calls a {@link KeyedCoProcessFunction} with its record's key set, and its timers. */
final class KeyedCoProcessOperator<K, A, B, O> extends TimedTwoInputOperator<A, B, O> {

    private final KeyedCoProcessFunction<K, A, B, O> function;
    private final Context callContext;
    private final KeyedStateBackend<K> backend;

    @SuppressWarnings("unchecked") // the backend was made for this operator's keys
    KeyedCoProcessOperator(
            OperatorContext context,
            KeyedCoProcessFunction<K, A, B, O> function,
            KeySelector<A, K> firstSelector,
            KeySelector<B, K> secondSelector,
            Output<O> out) {
        super(context, function, firstSelector, secondSelector, true, out);
        this.function = function;
        this.callContext = new Context(function);
        this.backend = (KeyedStateBackend<K>) context.keyedState();
    }

    @Override
    void first(A value, long timestamp) throws Exception {
        calls.record(timestamp);
        function.processElement1(value, callContext, calls.emitter);
    }

    @Override
    void second(B value, long timestamp) throws Exception {
        calls.record(timestamp);
        function.processElement2(value, callContext, calls.emitter);
    }

    @Override
    void onTimer(long timestamp) throws Exception {
        function.onTimer(timestamp, callContext, calls.emitter);
    }

    /** For records and timers alike: only what the calls stand at differs. */
    private final class Context extends KeyedCoProcessFunction<K, A, B, O>.OnTimerContext {

        Context(KeyedCoProcessFunction<K, A, B, O> function) {
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
        public K getCurrentKey() {
            return backend.currentKey();
        }
    }
}
