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
final class CoProcessOperator<A, B, O> extends TwoInputOperator<A, B, O>
        implements io.millrace.engine.operator.TimerService.Target {

    private final CoProcessFunction<A, B, O> function;
    private final Emitter<O> emitter;
    private final ElementContext elementContext;
    private final TimerContext timerContext;
    private final UnkeyedTimerService unkeyed;

    /** Null where not keyed. */
    private io.millrace.engine.operator.TimerService<Object> timers;

    private final boolean keyed;

    CoProcessOperator(
            OperatorContext context,
            CoProcessFunction<A, B, O> function,
            KeySelector<A, ?> firstSelector,
            KeySelector<B, ?> secondSelector,
            Output<O> out) {
        super(context, function, firstSelector, secondSelector, out);
        this.function = function;
        this.emitter = new Emitter<>(out);
        this.unkeyed = new UnkeyedTimerService(context);
        this.keyed = firstSelector != null && secondSelector != null;
        this.elementContext = new ElementContext(function);
        this.timerContext = new TimerContext(function);
    }

    @Override
    public void initializeState() throws Exception {
        if (keyed) {
            timers = new io.millrace.engine.operator.TimerService<>(context, this);
        }
        super.initializeState();
    }

    @Override
    public void open() throws Exception {
        super.open();
        if (timers != null) {
            timers.open();
        }
    }

    @Override
    void first(A value, long timestamp) throws Exception {
        emitter.timestamp = timestamp;
        elementContext.timestamp = timestamp;
        function.processElement1(value, elementContext, emitter);
    }

    @Override
    void second(B value, long timestamp) throws Exception {
        emitter.timestamp = timestamp;
        elementContext.timestamp = timestamp;
        function.processElement2(value, elementContext, emitter);
    }

    @Override
    void advanceTo(long timestamp) throws Exception {
        unkeyed.watermark = timestamp;
        if (timers != null) {
            timers.advanceTo(timestamp);
        }
    }

    @Override
    public void onEventTime(long timestamp) throws Exception {
        emitter.timestamp = timestamp;
        timerContext.set(timestamp, TimeDomain.EVENT_TIME);
        function.onTimer(timestamp, timerContext, emitter);
    }

    /** What is emitted here has no timestamp: the clock's time is not event time. */
    @Override
    public void onProcessingTime(long timestamp) throws Exception {
        emitter.timestamp = Output.NO_TIMESTAMP;
        timerContext.set(timestamp, TimeDomain.PROCESSING_TIME);
        function.onTimer(timestamp, timerContext, emitter);
    }

    private TimerService timerService() {
        return timers == null ? unkeyed : timers;
    }

    @Override
    public void finish() throws Exception {
        if (timers != null) {
            timers.end();
        }
        super.finish();
    }

    @Override
    public void close() throws Exception {
        if (timers != null) {
            timers.end();
        }
        super.close();
    }

    private final class ElementContext extends CoProcessFunction<A, B, O>.Context {
        private long timestamp;

        ElementContext(CoProcessFunction<A, B, O> function) {
            function.super();
        }

        @Override
        public Long timestamp() {
            return timestamp == Output.NO_TIMESTAMP ? null : timestamp;
        }

        @Override
        public TimerService timerService() {
            return CoProcessOperator.this.timerService();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            out.side(SideOutputs.checked(outputTag, context), value, timestamp);
        }
    }

    private final class TimerContext extends CoProcessFunction<A, B, O>.OnTimerContext {
        private long timestamp;
        private TimeDomain domain;

        TimerContext(CoProcessFunction<A, B, O> function) {
            function.super();
        }

        void set(long timestamp, TimeDomain domain) {
            this.timestamp = timestamp;
            this.domain = domain;
        }

        @Override
        public TimeDomain timeDomain() {
            return domain;
        }

        @Override
        public Long timestamp() {
            return timestamp;
        }

        @Override
        public TimerService timerService() {
            return CoProcessOperator.this.timerService();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            out.side(SideOutputs.checked(outputTag, context), value, timestamp);
        }
    }
}
