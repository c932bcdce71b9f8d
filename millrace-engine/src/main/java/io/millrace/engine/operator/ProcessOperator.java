// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.TimerService;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.util.OutputTag;

/**
 * Calls a {@link ProcessFunction}. It has timers where the stream is keyed, and is refused them
 * where it is not.
 */
final class ProcessOperator<I, O> extends TimedOneInputOperator<I, O> {

    private final ProcessFunction<I, O> function;
    private final Context callContext;

    ProcessOperator(
            OperatorContext context,
            ProcessFunction<I, O> function,
            KeySelector<I, ?> selector,
            Output<O> out) {
        super(context, function, selector, out);
        this.function = function;
        this.callContext = new Context(function);
    }

    @Override
    public void element(I value, long timestamp) throws Exception {
        if (key != null) {
            key.set(value);
        }
        calls.record(timestamp);
        function.processElement(value, callContext, calls.emitter);
    }

    @Override
    void onTimer(long timestamp) throws Exception {
        function.onTimer(timestamp, callContext, calls.emitter);
    }

    /** For records and timers alike: only what the calls stand at differs. */
    private final class Context extends ProcessFunction<I, O>.OnTimerContext {

        Context(ProcessFunction<I, O> function) {
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
    }
}
