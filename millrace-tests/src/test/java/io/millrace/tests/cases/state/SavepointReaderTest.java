// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.runtime.state.StateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.state.api.OperatorIdentifier;
import io.millrace.state.api.SavepointReader;
import io.millrace.state.api.WindowSavepointReader;
import io.millrace.state.api.functions.KeyedStateReaderFunction;
import io.millrace.state.api.functions.WindowReaderFunction;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.evictors.CountEvictor;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.CloseableIterator;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a job has in its savepoint is read as streams, whatever backend wrote it and in what form.
 */
@Timeout(120)
class SavepointReaderTest {

    private static final ValueStateDescriptor<Long> COUNT =
            new ValueStateDescriptor<>("count", Types.LONG);
    private static final MapStateDescriptor<Long, Long> SQUARES =
            new MapStateDescriptor<>("squares", Types.LONG, Types.LONG);
    private static final ListStateDescriptor<Long> SEEN =
            new ListStateDescriptor<>("seen", Types.LONG);
    private static final ListStateDescriptor<Long> ALL =
            new ListStateDescriptor<>("all", Types.LONG);
    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", Types.STRING, Types.LONG);
    private static final ValueStateDescriptor<Long> SHOWN =
            new ValueStateDescriptor<>("shown", Types.LONG);
    private static final long FAR = 7_000_000_000_000L;

    @TempDir Path folder;

    // ---- the job ----

    private static final class Ledger extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;
        private transient MapState<Long, Long> squares;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(COUNT);
            squares = getRuntimeContext().getMapState(SQUARES);
        }

        @Override
        public void processElement(Long value, Context ctx, Collector<Long> out) throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            if (value % 2 == 0) {
                squares.put(value, value * value);
            }
            ctx.timerService().registerEventTimeTimer(5000 + ctx.getCurrentKey());
            ctx.timerService().registerEventTimeTimer(6000 + ctx.getCurrentKey());
            ctx.timerService().registerProcessingTimeTimer(FAR + ctx.getCurrentKey());
            out.collect(value);
        }
    }

    private static final class Lists extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private transient ListState<Long> seen;
        private transient ListState<Long> all;

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            seen = context.getOperatorStateStore().getListState(SEEN);
            all = context.getOperatorStateStore().getUnionListState(ALL);
            context.getOperatorStateStore().getBroadcastState(RULES).put("limit", 42L);
        }

        @Override
        public Long map(Long value) throws Exception {
            seen.add(value);
            all.add(-value);
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}
    }

    private static final class Total implements AggregateFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long value, Long accumulator) {
            return accumulator + value;
        }

        @Override
        public String getResult(Long accumulator) {
            return "total " + accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    private static final class ShowAll extends ProcessWindowFunction<Long, Long, Long, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                Long key, Context context, Iterable<Long> elements, Collector<Long> out) {
            elements.forEach(out::collect);
        }
    }

    private static StateBackend backend(String name) {
        return name.equals("rocksdb")
                ? new EmbeddedRocksDBStateBackend(true)
                : new HashMapStateBackend();
    }

    private static TumblingEventTimeWindows hundred() {
        return TumblingEventTimeWindows.of(Duration.ofMillis(100));
    }

    /** The numbers 1 to 30, each at ten times its value, by their remainder by three. */
    private String savepoint(String backend, SavepointFormatType form) throws Exception {
        Gate gate = new Gate();
        Collected<Long> done = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(2, new Configuration());
        env.setStateBackend(backend(backend));
        env.setMaxParallelism(16);
        DataStream<Long> numbers =
                env.fromSource(
                        NumberSource.numbers(1, 60).paced(Pace.behind(gate)).stayingOpen(),
                        WatermarkStrategy.<Long>noWatermarks()
                                .withTimestampAssigner((value, before) -> value * 10),
                        "numbers");
        KeyedStream<Long, Long> keyed =
                numbers.map(new Lists()).uid("lists").keyBy(value -> value % 3);
        keyed.process(new Ledger()).uid("ledger").addSink(done);
        keyed.window(hundred()).reduce(Long::sum).uid("sums").addSink(done);
        keyed.window(hundred()).aggregate(new Total()).uid("totals").sinkTo(new DiscardingSink<>());
        keyed.window(EventTimeSessionWindows.withGap(Duration.ofMillis(40)))
                .process(new ShowAll())
                .uid("sessions")
                .addSink(done);
        keyed.window(hundred())
                .evictor(CountEvictor.of(1))
                .reduce(Long::sum)
                .uid("evicted")
                .addSink(done);
        RunningJob running = Jobs.start(env, "all kinds of state");
        gate.letReadUpTo(30);
        Await.until("thirty were counted", () -> done.size() == 30);
        AtomicReference<String> path = new AtomicReference<>();
        Await.until(
                "all tasks ran, and a savepoint was taken",
                () -> {
                    try {
                        path.set(
                                running.client()
                                        .triggerSavepoint(
                                                folder.resolve("savepoints").toString(), form)
                                        .get());
                        return true;
                    } catch (ExecutionException e) {
                        assertThat(e).hasStackTraceContaining("not all tasks are");
                        return false;
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        running.cancel();
        return path.get();
    }

    // ---- who reads it ----

    private static final class ReadLedger extends KeyedStateReaderFunction<Long, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;
        private transient MapState<Long, Long> squares;

        @Override
        @SuppressWarnings("deprecation") // the form in which it is abstract
        public void open(Configuration parameters) {
            count = getRuntimeContext().getState(COUNT);
            squares = getRuntimeContext().getMapState(SQUARES);
        }

        @Override
        public void readKey(Long key, Context ctx, Collector<String> out) throws Exception {
            long sum = 0;
            for (Long square : squares.values()) {
                sum += square;
            }
            out.collect(
                    key
                            + ": "
                            + count.value()
                            + ", squares "
                            + sum
                            + ", at "
                            + ctx.registeredEventTimeTimers()
                            + " and "
                            + ctx.registeredProcessingTimeTimers());
        }
    }

    /** Shows key, window and contents. */
    private static final class ReadWindows<V>
            extends WindowReaderFunction<V, String, Long, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void readWindow(
                Long key, Context<TimeWindow> context, Iterable<V> elements, Collector<String> out)
                throws Exception {
            assertThat(context.triggerState(SHOWN).value()).isNull();
            assertThat(context.windowState().getState(SHOWN).value()).isNull();
            assertThat(context.globalState().getState(SHOWN).value()).isNull();
            assertThat(context.registeredProcessingTimeTimers()).isEmpty();
            assertThat(context.registeredEventTimeTimers())
                    .containsExactly(context.window().maxTimestamp());
            List<V> all = new ArrayList<>();
            elements.forEach(all::add);
            out.collect(key + "@" + context.window().getStart() + ": " + all);
        }
    }

    private static <T> List<T> read(DataStream<T> stream) throws Exception {
        List<T> all = new ArrayList<>();
        try (CloseableIterator<T> results = stream.executeAndCollect()) {
            results.forEachRemaining(all::add);
        }
        return all;
    }

    private static OperatorIdentifier uid(String uid) {
        return OperatorIdentifier.forUid(uid);
    }

    private static String[] expected(long[] numbers, boolean each, String prefix) {
        List<String> all = new ArrayList<>();
        for (long key = 0; key < 3; key++) {
            for (long start = 0; start <= 300; start += 100) {
                long own = key;
                long from = start;
                long[] in =
                        LongStream.of(numbers)
                                .filter(n -> n % 3 == own && n * 10 / 100 * 100 == from)
                                .toArray();
                if (in.length > 0) {
                    all.add(
                            key
                                    + "@"
                                    + start
                                    + ": ["
                                    + (each
                                            ? String.join(
                                                    ", ",
                                                    LongStream.of(in)
                                                            .mapToObj(Long::toString)
                                                            .toList())
                                            : prefix + LongStream.of(in).sum())
                                    + "]");
                }
            }
        }
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({"hashmap, CANONICAL", "hashmap, NATIVE", "rocksdb, CANONICAL", "rocksdb, NATIVE"})
    @DisplayName("M15: lists, broadcast state, keys with timers, and windows of all kinds")
    void readsAllKindsOfState(String backend, SavepointFormatType form) throws Exception {
        String path = savepoint(backend, form);
        StreamExecutionEnvironment env = Jobs.environment(2, new Configuration());
        SavepointReader reader = SavepointReader.read(env, path);
        long[] numbers = LongStream.rangeClosed(1, 30).toArray();

        assertThat(read(reader.readListState(uid("lists"), "seen", Types.LONG)))
                .containsExactlyInAnyOrderElementsOf(LongStream.of(numbers).boxed().toList());
        assertThat(read(reader.readUnionState(uid("lists"), "all", Types.LONG)))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.of(numbers).map(n -> -n).boxed().toList());
        assertThat(read(reader.readBroadcastState(uid("lists"), "rules", Types.STRING, Types.LONG)))
                .containsExactly(Tuple2.of("limit", 42L));
        assertThat(read(reader.readKeyedState(uid("ledger"), new ReadLedger())))
                .containsExactlyInAnyOrder(
                        "0: 10, squares 1980, at [5000, 6000] and [" + FAR + "]",
                        "1: 10, squares 1640, at [5001, 6001] and [" + (FAR + 1) + "]",
                        "2: 10, squares 1340, at [5002, 6002] and [" + (FAR + 2) + "]");

        WindowSavepointReader<TimeWindow> windows = reader.window(hundred());
        assertThat(
                        read(
                                windows.reduce(
                                        "sums",
                                        Long::sum,
                                        new ReadWindows<>(),
                                        Types.LONG,
                                        Types.LONG,
                                        Types.STRING)))
                .containsExactlyInAnyOrder(expected(numbers, false, ""));
        assertThat(read(windows.reduce("sums", Long::sum, Types.LONG, Types.LONG)))
                .hasSize(10)
                .contains(30L);
        assertThat(
                        read(
                                windows.aggregate(
                                        "totals",
                                        new Total(),
                                        new ReadWindows<>(),
                                        Types.LONG,
                                        Types.LONG,
                                        Types.STRING)))
                .containsExactlyInAnyOrder(expected(numbers, false, "total "));
        assertThat(
                        read(
                                windows.evictor()
                                        .process(
                                                "evicted",
                                                new ReadWindows<Long>(),
                                                Types.LONG,
                                                Types.LONG,
                                                Types.STRING)))
                .as("nothing is taken out by reading")
                .containsExactlyInAnyOrder(expected(numbers, true, ""));
        assertThat(
                        read(
                                windows.evictor()
                                        .reduce(
                                                "evicted",
                                                Long::sum,
                                                new ReadWindows<>(),
                                                Types.LONG,
                                                Types.LONG,
                                                Types.STRING)))
                .containsExactlyInAnyOrder(expected(numbers, false, ""));
        assertThat(
                        read(
                                windows.evictor()
                                        .aggregate(
                                                "evicted",
                                                new Total(),
                                                Types.LONG,
                                                Types.LONG,
                                                Types.STRING)))
                .contains("total 30");
        assertThat(
                        read(
                                reader.window(
                                                EventTimeSessionWindows.withGap(
                                                        Duration.ofMillis(40)))
                                        .process(
                                                "sessions",
                                                new ReadWindows<Long>(),
                                                Types.LONG,
                                                Types.LONG,
                                                Types.STRING)))
                .as("a session is one, whatever it has grown from")
                .satisfiesExactlyInAnyOrder(
                        session -> assertThat(session).startsWith("0@30: ["),
                        session -> assertThat(session).startsWith("1@10: ["),
                        session -> assertThat(session).startsWith("2@20: ["));
    }

    @ParameterizedTest
    @CsvSource({"hashmap, NATIVE", "rocksdb, CANONICAL"})
    @DisplayName("M15: what is not there is told with what is")
    void saysWhatIsThere(String backend, SavepointFormatType form) throws Exception {
        String path = savepoint(backend, form);
        StreamExecutionEnvironment env = Jobs.environment(1, new Configuration());
        SavepointReader reader = SavepointReader.read(env, path);
        assertThatThrownBy(() -> reader.readListState(uid("nobody"), "seen", Types.LONG))
                .hasMessageContaining("no state of operator 'nobody'")
                .hasMessageContaining("'lists'");
        assertThatThrownBy(() -> reader.readListState(uid("lists"), "all", Types.LONG))
                .hasMessageContaining("'all' (union-list)");
        assertThatThrownBy(() -> read(reader.readListState(uid("lists"), "seen", Types.STRING)))
                .hasStackTraceContaining("seen");
        assertThatThrownBy(() -> SavepointReader.read(env, folder.resolve("nothing").toString()))
                .hasMessageContaining("nothing");
        assertThatThrownBy(
                        () ->
                                read(
                                        SavepointReader.read(env, path)
                                                .readKeyedState(uid("ledger"), new Misspelled())))
                .hasStackTraceContaining("has no state 'cuont'")
                .hasStackTraceContaining("'count'");
    }

    private static final class Misspelled extends KeyedStateReaderFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings("deprecation") // the form in which it is abstract
        public void open(Configuration parameters) {
            getRuntimeContext().getState(new ValueStateDescriptor<>("cuont", Types.LONG));
        }

        @Override
        public void readKey(Long key, Context ctx, Collector<String> out) {
            out.collect("never");
        }
    }
}
