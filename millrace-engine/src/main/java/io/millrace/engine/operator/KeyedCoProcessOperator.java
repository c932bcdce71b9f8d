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
final class KeyedCoProcessOperator<K, A, B, O> extends TwoInputOperator<A, B, O>
        implements io.millrace.engine.operator.TimerService.Target {

    private final KeyedCoProcessFunction<K, A, B, O> function;
    private final Emitter<O> emitter;
    private final KeyedStateBackend<K> backend;
    private final ElementContext elementContext;
    private final TimerContext timerContext;
    private io.millrace.engine.operator.TimerService<K> timers;

    @SuppressWarnings("unchecked") // the backend was made for this operator's keys
    KeyedCoProcessOperator(
            OperatorContext context,
            KeyedCoProcessFunction<K, A, B, O> function,
            KeySelector<A, K> firstSelector,
            KeySelector<B, K> secondSelector,
            Output<O> out) {
        super(context, function, firstSelector, secondSelector, out);
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
        timers.advanceTo(timestamp);
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

    private final class ElementContext extends KeyedCoProcessFunction<K, A, B, O>.Context {
        private long timestamp;

        ElementContext(KeyedCoProcessFunction<K, A, B, O> function) {
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

    private final class TimerContext extends KeyedCoProcessFunction<K, A, B, O>.OnTimerContext {
        private long timestamp;
        private TimeDomain domain;

        TimerContext(KeyedCoProcessFunction<K, A, B, O> function) {
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
