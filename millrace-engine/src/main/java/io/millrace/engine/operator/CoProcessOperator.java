// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.TimerService;
import io.millrace.streaming.api.functions.co.CoProcessFunction;
import io.millrace.util.OutputTag;

/**
 * Calls a {@link CoProcessFunction}. It has timers where both streams are keyed, and is refused
 * them where they are not.
 */
final class CoProcessOperator<A, B, O> extends TimedTwoInputOperator<A, B, O> {

    private final CoProcessFunction<A, B, O> function;
    private final Context callContext;

    CoProcessOperator(
            OperatorContext context,
            CoProcessFunction<A, B, O> function,
            KeySelector<A, ?> firstSelector,
            KeySelector<B, ?> secondSelector,
            Output<O> out) {
        super(
                context,
                function,
                firstSelector,
                secondSelector,
                firstSelector != null && secondSelector != null,
                out);
        this.function = function;
        this.callContext = new Context(function);
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
    private final class Context extends CoProcessFunction<A, B, O>.OnTimerContext {

        Context(CoProcessFunction<A, B, O> function) {
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
