// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.TimerService;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.OutputTag;

/** Calls a {@link KeyedProcessFunction} with its record's key set, and its timers. */
final class KeyedProcessOperator<K, I, O> extends TimedOneInputOperator<I, O> {

    private final KeyedProcessFunction<K, I, O> function;
    private final Context callContext;
    private final KeyedStateBackend<K> backend;

    @SuppressWarnings("unchecked") // the backend was made for this operator's keys
    KeyedProcessOperator(
            OperatorContext context,
            KeyedProcessFunction<K, I, O> function,
            KeySelector<I, K> selector,
            Output<O> out) {
        super(context, function, selector, out);
        this.function = function;
        this.callContext = new Context(function);
        this.backend = (KeyedStateBackend<K>) context.keyedState();
    }

    @Override
    public void element(I value, long timestamp) throws Exception {
        key.set(value);
        calls.record(timestamp);
        function.processElement(value, callContext, calls.emitter);
    }

    @Override
    void onTimer(long timestamp) throws Exception {
        function.onTimer(timestamp, callContext, calls.emitter);
    }

    /** For records and timers alike: only what the calls stand at differs. */
    private final class Context extends KeyedProcessFunction<K, I, O>.OnTimerContext {

        Context(KeyedProcessFunction<K, I, O> function) {
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
