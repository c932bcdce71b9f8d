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
final class ProcessOperator<I, O> extends OneInputOperator<I, O>
        implements io.millrace.engine.operator.TimerService.Target {

    private final ProcessFunction<I, O> function;
    private final Emitter<O> emitter;
    private final ElementContext elementContext;
    private final TimerContext timerContext;

    /** Null where not keyed. */
    private io.millrace.engine.operator.TimerService<Object> timers;

    private final UnkeyedTimerService unkeyed;

    ProcessOperator(
            OperatorContext context,
            ProcessFunction<I, O> function,
            KeySelector<I, ?> selector,
            Output<O> out) {
        super(context, function, selector, out);
        this.function = function;
        this.emitter = new Emitter<>(out);
        this.elementContext = new ElementContext(function);
        this.timerContext = new TimerContext(function);
        this.unkeyed = new UnkeyedTimerService(context);
    }

    @Override
    public void initializeState() throws Exception {
        if (key != null) {
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
    public void element(I value, long timestamp) throws Exception {
        if (key != null) {
            key.set(value);
        }
        emitter.timestamp = timestamp;
        elementContext.timestamp = timestamp;
        function.processElement(value, elementContext, emitter);
    }

    @Override
    public void watermark(long timestamp) throws Exception {
        unkeyed.watermark = timestamp;
        if (timers != null) {
            timers.advanceTo(timestamp);
        }
        out.watermark(timestamp);
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

    private final class ElementContext extends ProcessFunction<I, O>.Context {
        private long timestamp;

        ElementContext(ProcessFunction<I, O> function) {
            function.super();
        }

        @Override
        public Long timestamp() {
            return timestamp == Output.NO_TIMESTAMP ? null : timestamp;
        }

        @Override
        public TimerService timerService() {
            return ProcessOperator.this.timerService();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            out.side(SideOutputs.checked(outputTag, context), value, timestamp);
        }
    }

    private final class TimerContext extends ProcessFunction<I, O>.OnTimerContext {
        private long timestamp;
        private TimeDomain domain;

        TimerContext(ProcessFunction<I, O> function) {
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
            return ProcessOperator.this.timerService();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            out.side(SideOutputs.checked(outputTag, context), value, timestamp);
        }
    }
}
