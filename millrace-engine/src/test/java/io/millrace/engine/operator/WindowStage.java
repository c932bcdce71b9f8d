// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The window operator of a program, on the real heap state, stepped by hand. Records are pairs of a
 * key and a number.
 */
final class WindowStage {

    final Recorder<Object> out = new Recorder<>();
    OperatorTransformation<?> transformation;
    private final Configuration settings = new Configuration();
    FakeContext context;
    private Operator operator;

    private WindowStage(WindowOptions.Slices slices, OperatorTransformation<?> transformation)
            throws Exception {
        this.transformation = transformation;
        settings.set(WindowOptions.SLICES, slices);
        begin(List.of(), 1_000);
    }

    /** The last operator of what the program makes of a keyed stream. */
    static WindowStage of(
            Function<KeyedStream<Tuple2<String, Long>, String>, DataStream<?>> program)
            throws Exception {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment();
        return of(program.apply(env.fromElements(Tuple2.of("k", 1L)).keyBy(record -> record.f0)));
    }

    static WindowStage of(DataStream<?> windowed) throws Exception {
        return of(WindowOptions.Slices.AUTO, windowed);
    }

    static WindowStage of(WindowOptions.Slices slices, DataStream<?> windowed) throws Exception {
        return new WindowStage(
                slices, (OperatorTransformation<?>) Programs.transformation(windowed));
    }

    private <K> void begin(List<RestoredState> restored, long millis) throws Exception {
        context = new FakeContext();
        context.clock.millis = millis;
        @SuppressWarnings("unchecked") // the type of the keys, whatever they are
        TypeSerializer<K> keys =
                (TypeSerializer<K>)
                        transformation
                                .keyType()
                                .createSerializer(context.executionConfig.getSerializerConfig());
        context.realKeyedState =
                new HeapKeyedStateBackendFactory()
                        .create(
                                StateBytes.request(
                                        "op",
                                        "u",
                                        keys,
                                        128,
                                        new KeyGroupRange(0, 127),
                                        context.executionConfig,
                                        restored));
        if (!restored.isEmpty()) {
            context.restored = OptionalLong.of(1);
        }
        operator =
                FakeContext.start(
                        Operators.create(
                                transformation,
                                context,
                                out,
                                new OperatorSettings(
                                        settings, 10, SourceFeeder.Mode.STEPPED, true, null)));
    }

    /** A barrier, and a new life from what was written then. */
    void restart() throws Exception {
        restore(freeze());
    }

    /** The synchronous half of a snapshot. */
    FrozenState freeze() throws Exception {
        FakeContext.snapshot(operator, 1);
        return context.realKeyedState.freeze(1);
    }

    /** The other half, and a new life from it. */
    void restore(FrozenState frozen) throws Exception {
        RestoredState bytes = StateBytes.restorable(frozen);
        operator.close();
        begin(List.of(bytes), context.clock.millis);
    }

    /** A barrier, and another program that goes on from what was written then. */
    void becomes(WindowOptions.Slices slices, DataStream<?> windowed) throws Exception {
        FrozenState frozen = freeze();
        transformation = (OperatorTransformation<?>) Programs.transformation(windowed);
        settings.set(WindowOptions.SLICES, slices);
        restore(frozen);
    }

    WindowStage record(String key, long value, long timestamp) throws Exception {
        return element(Tuple2.of(key, value), timestamp);
    }

    /** Of the one key. */
    WindowStage record(long value, long timestamp) throws Exception {
        return record("k", value, timestamp);
    }

    @SuppressWarnings("unchecked") // the test knows its input
    WindowStage element(Object value, long timestamp) throws Exception {
        ((Input<Object>) operator.inputs().get(0)).element(value, timestamp);
        return this;
    }

    WindowStage watermark(long timestamp) throws Exception {
        operator.inputs().get(0).watermark(timestamp);
        return this;
    }

    WindowStage clock(long millis) throws Exception {
        context.advanceTo(millis);
        return this;
    }

    /** The input's end. */
    WindowStage end() throws Exception {
        watermark(Long.MAX_VALUE);
        operator.finish();
        return this;
    }

    /** What came out since the last call, without watermarks. */
    List<String> take() {
        List<String> lines = new ArrayList<>(out.take());
        lines.removeIf(line -> line.startsWith("watermark"));
        return lines;
    }

    long dropped() {
        return context.metrics.count(LateRecords.DROPPED);
    }

    /** Entries of all keys and windows in a state. */
    long entries(String state) {
        KeyedStateBackend<?> backend = context.realKeyedState;
        return backend.entries(state);
    }

    long timers() {
        KeyedStateBackend<?> backend = context.realKeyedState;
        TypeSerializer<?> windows =
                ((io.millrace.spi.OperatorSpec.Window) transformation.spec())
                        .assigner()
                        .getWindowSerializer(context.executionConfig);
        return backend.timers(WindowOperator.TIMERS + NamespacedTimerService.EVENT_TIME, windows)
                        .size()
                + backend.timers(
                                WindowOperator.TIMERS + NamespacedTimerService.PROCESSING_TIME,
                                windows)
                        .size();
    }

    /** Tells the window, how many records, and their sum. */
    static final class Told<W extends Window>
            extends ProcessWindowFunction<Tuple2<String, Long>, String, String, W> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String key,
                Context context,
                Iterable<Tuple2<String, Long>> elements,
                Collector<String> out) {
            long n = 0;
            long sum = 0;
            for (Tuple2<String, Long> element : elements) {
                n++;
                sum += element.f1;
            }
            out.collect(key + name(context.window()) + " n=" + n + " sum=" + sum);
        }
    }

    static String name(Window window) {
        return window instanceof TimeWindow time
                ? "[" + time.getStart() + "," + time.getEnd() + ")"
                : "";
    }

    /** Count and sum. */
    static final class CountAndSum
            implements AggregateFunction<Tuple2<String, Long>, long[], String> {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] createAccumulator() {
            return new long[2];
        }

        @Override
        public long[] add(Tuple2<String, Long> value, long[] accumulator) {
            accumulator[0]++;
            accumulator[1] += value.f1;
            return accumulator;
        }

        @Override
        public String getResult(long[] accumulator) {
            return "n=" + accumulator[0] + " sum=" + accumulator[1];
        }

        @Override
        public long[] merge(long[] a, long[] b) {
            a[0] += b[0];
            a[1] += b[1];
            return a;
        }
    }
}
