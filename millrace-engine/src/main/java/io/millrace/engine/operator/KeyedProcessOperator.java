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
final class KeyedProcessOperator<K, I, O> extends OneInputOperator<I, O>
        implements io.millrace.engine.operator.TimerService.Target {

    private final KeyedProcessFunction<K, I, O> function;
    private final Emitter<O> emitter;
    private final KeyedStateBackend<K> backend;
    private final ElementContext elementContext;
    private final TimerContext timerContext;
    private io.millrace.engine.operator.TimerService<K> timers;

    @SuppressWarnings("unchecked") // the backend was made for this operator's keys
    KeyedProcessOperator(
            OperatorContext context,
            KeyedProcessFunction<K, I, O> function,
            KeySelector<I, K> selector,
            Output<O> out) {
        super(context, function, selector, out);
        this.function = function;
        this.emitter = new Emitter<>(out);
        this.backend = (KeyedStateBackend<K>) context.keyedState();
        this.elementContext = new ElementContext(function);
        this.timerContext = new TimerContext(function);
    }

    @Override
    public void initializeState() throws Exception {
        timers = new io.millrace.engine.operator.TimerService<>(context, this);
        super.initializeState();
    }

    @Override
    public void open() throws Exception {
        super.open();
        timers.open();
    }

    @Override
    public void element(I value, long timestamp) throws Exception {
        key.set(value);
        emitter.timestamp = timestamp;
        elementContext.timestamp = timestamp;
        function.processElement(value, elementContext, emitter);
    }

    @Override
    public void watermark(long timestamp) throws Exception {
        timers.advanceTo(timestamp);
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

    @Override
    public void finish() throws Exception {
        timers.end();
        super.finish();
    }

    @Override
    public void close() throws Exception {
        if (timers != null) {
            timers.end();
        }
        super.close();
    }

    private final class ElementContext extends KeyedProcessFunction<K, I, O>.Context {
        private long timestamp;

        ElementContext(KeyedProcessFunction<K, I, O> function) {
            function.super();
        }

        @Override
        public Long timestamp() {
            return timestamp == Output.NO_TIMESTAMP ? null : timestamp;
        }

        @Override
        public TimerService timerService() {
            return timers;
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            out.side(SideOutputs.checked(outputTag, context), value, timestamp);
        }

        @Override
        public K getCurrentKey() {
            return backend.currentKey();
        }
    }

    private final class TimerContext extends KeyedProcessFunction<K, I, O>.OnTimerContext {
        private long timestamp;
        private TimeDomain domain;

        TimerContext(KeyedProcessFunction<K, I, O> function) {
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
            return timers;
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            out.side(SideOutputs.checked(outputTag, context), value, timestamp);
        }

        @Override
        public K getCurrentKey() {
            return backend.currentKey();
        }
    }
}
