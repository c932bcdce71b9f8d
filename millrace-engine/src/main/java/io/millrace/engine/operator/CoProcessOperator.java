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
final class CoProcessOperator<A, B, O> extends TwoInputOperator<A, B, O> {

    private final CoProcessFunction<A, B, O> function;
    private final TimedCalls<O> calls;
    private final Context callContext;
    private final boolean keyed;

    CoProcessOperator(
            OperatorContext context,
            CoProcessFunction<A, B, O> function,
            KeySelector<A, ?> firstSelector,
            KeySelector<B, ?> secondSelector,
            Output<O> out) {
        super(context, function, firstSelector, secondSelector, out);
        this.function = function;
        this.callContext = new Context(function);
        this.calls =
                new TimedCalls<>(
                        context,
                        out,
                        timestamp -> function.onTimer(timestamp, callContext, emitter()));
        this.keyed = firstSelector != null && secondSelector != null;
    }

    private Emitter<O> emitter() {
        return calls.emitter;
    }

    @Override
    public void initializeState() throws Exception {
        calls.initialize(keyed);
        super.initializeState();
    }

    @Override
    public void open() throws Exception {
        super.open();
        calls.open();
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
    void advanceTo(long timestamp) throws Exception {
        calls.advanceTo(timestamp);
    }

    @Override
    public void finish() throws Exception {
        calls.end();
        super.finish();
    }

    @Override
    public void close() throws Exception {
        calls.end();
        super.close();
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
