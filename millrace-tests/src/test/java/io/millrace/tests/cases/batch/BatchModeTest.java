// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.RuntimeExecutionMode;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.datastream.BroadcastStream;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class BatchModeTest {

    private static final TypeInformation<Tuple3<String, Long, Long>> ROW =
            Types.TUPLE(Types.STRING, Types.LONG, Types.LONG);

    private static StreamExecutionEnvironment batch(int parallelism) {
        return in(RuntimeExecutionMode.BATCH, parallelism, new Configuration());
    }

    private static StreamExecutionEnvironment in(
            RuntimeExecutionMode mode, int parallelism, Configuration configuration) {
        StreamExecutionEnvironment env = Jobs.environment(parallelism, configuration);
        env.setRuntimeMode(mode);
        return env;
    }

    /** Key, time, number; in no order of keys or time. */
    private static List<Tuple3<String, Long, Long>> rows(int count, int keys, long seed) {
        Random random = new Random(seed);
        List<Tuple3<String, Long, Long>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(
                    Tuple3.of("k" + random.nextInt(keys), (long) random.nextInt(10_000), (long) i));
        }
        return rows;
    }

    private static DataStream<Tuple3<String, Long, Long>> stream(
            StreamExecutionEnvironment env, List<Tuple3<String, Long, Long>> rows) {
        return env.fromData(rows, ROW)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Tuple3<String, Long, Long>>forBoundedOutOfOrderness(
                                        Duration.ofMillis(1))
                                .withTimestampAssigner((row, t) -> row.f1))
                .rebalance();
    }

    private static <T> List<T> all(DataStream<T> stream) throws Exception {
        return stream.executeAndCollect(1_000_000);
    }

    @DisplayName("A rolling aggregate gives the last result of each key only")
    @Test
    void rollingAggregates() throws Exception {
        List<Tuple3<String, Long, Long>> rows = rows(20_000, 50, 1);
        Map<String, Long> sums = new TreeMap<>();
        rows.forEach(row -> sums.merge(row.f0, row.f2, Long::sum));

        List<Tuple3<String, Long, Long>> results =
                all(stream(batch(2), rows).keyBy(row -> row.f0).sum(2));

        Map<String, Long> found = new TreeMap<>();
        results.forEach(row -> assertThat(found.put(row.f0, row.f2)).isNull());
        assertThat(found).isEqualTo(sums);
        List<Tuple3<String, Long, Long>> reduced =
                all(
                        stream(batch(1), rows)
                                .keyBy(row -> row.f0)
                                .reduce((a, b) -> Tuple3.of(a.f0, 0L, a.f2 + b.f2)));
        assertThat(reduced).hasSize(50).allMatch(row -> sums.get(row.f0).equals(row.f2));
    }

    /** Writes down what it is called with. */
    private static final class Diary
            extends KeyedProcessFunction<String, Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public void processElement(
                Tuple3<String, Long, Long> row, Context ctx, Collector<String> out)
                throws Exception {
            assertThat(ctx.timerService().currentWatermark()).isEqualTo(Long.MIN_VALUE);
            assertThat(ctx.timestamp()).isEqualTo(row.f1);
            Long before = count.value();
            count.update(before == null ? 1 : before + 1);
            ctx.timerService().registerEventTimeTimer(row.f1 + 1);
            ctx.timerService().registerProcessingTimeTimer(Long.MAX_VALUE - row.f1);
            out.collect(row.f0 + " at " + row.f1);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            out.collect(
                    ctx.getCurrentKey()
                            + " "
                            + ctx.timeDomain()
                            + " "
                            + timestamp
                            + " of "
                            + count.value());
            // Time has ended: there is no next one.
            ctx.timerService().registerEventTimeTimer(timestamp + 1);
            ctx.timerService().registerProcessingTimeTimer(timestamp + 1);
        }
    }

    @DisplayName(
            "Records come key by key and by time; timers, those of the clock too, fire at the end of the key")
    @Test
    void keyByKey() throws Exception {
        List<Tuple3<String, Long, Long>> rows =
                List.of(
                        Tuple3.of("b", 20L, 0L),
                        Tuple3.of("a", 30L, 0L),
                        Tuple3.of("b", 10L, 0L),
                        Tuple3.of("a", 7L, 0L));

        assertThat(all(stream(batch(1), rows).keyBy(row -> row.f0).process(new Diary())))
                .containsExactly(
                        "a at 7",
                        "a at 30",
                        "a EVENT_TIME 8 of 2",
                        "a EVENT_TIME 31 of 2",
                        "a PROCESSING_TIME " + (Long.MAX_VALUE - 30) + " of 2",
                        "a PROCESSING_TIME " + (Long.MAX_VALUE - 7) + " of 2",
                        "b at 10",
                        "b at 20",
                        "b EVENT_TIME 11 of 2",
                        "b EVENT_TIME 21 of 2",
                        "b PROCESSING_TIME " + (Long.MAX_VALUE - 20) + " of 2",
                        "b PROCESSING_TIME " + (Long.MAX_VALUE - 10) + " of 2");
    }

    @DisplayName("More input than memory goes over disk, with the same results")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void overDisk(int parallelism) throws Exception {
        List<Tuple3<String, Long, Long>> rows = rows(60_000, 3_000, 2);
        Configuration little = new Configuration();
        little.setString("execution.sorted-inputs.memory", "64kb");
        StreamExecutionEnvironment env = in(RuntimeExecutionMode.BATCH, parallelism, little);
        Map<String, Long> counts = new TreeMap<>();
        rows.forEach(row -> counts.merge(row.f0, 1L, Long::sum));

        List<Tuple2<String, Long>> results =
                all(
                        stream(env, rows)
                                .map(row -> Tuple2.of(row.f0, 1L))
                                .returns(Types.TUPLE(Types.STRING, Types.LONG))
                                .keyBy(pair -> pair.f0)
                                .sum(1));

        Map<String, Long> found = new TreeMap<>();
        results.forEach(pair -> assertThat(found.put(pair.f0, pair.f1)).isNull());
        assertThat(found).isEqualTo(counts);
    }

    /** Key, beginning of the window, and the numbers in it, in order of time. */
    private static final class Contents
            extends ProcessWindowFunction<Tuple3<String, Long, Long>, String, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String key,
                Context context,
                Iterable<Tuple3<String, Long, Long>> elements,
                Collector<String> out) {
            List<Tuple3<String, Long, Long>> rows = new ArrayList<>();
            elements.forEach(rows::add);
            rows.sort(Comparator.comparing((Tuple3<String, Long, Long> r) -> r.f2));
            out.collect(key + " " + context.window() + " " + rows);
        }
    }

    @DisplayName("Windows hold what they hold of a stream that is never late")
    @Test
    void windows() throws Exception {
        List<Tuple3<String, Long, Long>> rows = rows(3_000, 20, 3);
        List<List<String>> results = new ArrayList<>();
        for (RuntimeExecutionMode mode :
                List.of(RuntimeExecutionMode.BATCH, RuntimeExecutionMode.STREAMING)) {
            List<Tuple3<String, Long, Long>> given = new ArrayList<>(rows);
            if (mode == RuntimeExecutionMode.STREAMING) {
                given.sort(Comparator.comparing((Tuple3<String, Long, Long> r) -> r.f1));
            }
            List<String> found = new ArrayList<>();
            found.addAll(
                    all(
                            stream(in(mode, 2, new Configuration()), given)
                                    .keyBy(row -> row.f0)
                                    .window(TumblingEventTimeWindows.of(Duration.ofMillis(500)))
                                    .process(new Contents())));
            found.addAll(
                    all(
                            stream(in(mode, 1, new Configuration()), given)
                                    .keyBy(row -> row.f0)
                                    .window(EventTimeSessionWindows.withGap(Duration.ofMillis(60)))
                                    .process(new Contents())));
            found.addAll(
                    all(
                            stream(in(mode, 2, new Configuration()), given)
                                    .keyBy(row -> row.f0)
                                    .window(
                                            SlidingEventTimeWindows.of(
                                                    Duration.ofMillis(500), Duration.ofMillis(200)))
                                    .sum(2)
                                    .map(row -> row.f0 + " " + row.f2)));
            found.sort(null);
            results.add(found);
        }
        assertThat(results.get(0)).hasSizeGreaterThan(500).isEqualTo(results.get(1));
    }

    @DisplayName("The two sides of a key come together, by time")
    @Test
    void twoInputs() throws Exception {
        StreamExecutionEnvironment env = batch(2);
        DataStream<Tuple3<String, Long, Long>> left = stream(env, rows(500, 20, 4));
        DataStream<Tuple3<String, Long, Long>> right = stream(env, rows(700, 25, 5));
        List<String> results =
                all(
                        left.connect(right)
                                .keyBy(row -> row.f0, row -> row.f0, Types.STRING)
                                .process(new Pairs()));
        Map<String, long[]> expected = new TreeMap<>();
        rows(500, 20, 4).forEach(r -> expected.computeIfAbsent(r.f0, k -> new long[2])[0]++);
        rows(700, 25, 5).forEach(r -> expected.computeIfAbsent(r.f0, k -> new long[2])[1]++);
        assertThat(results)
                .containsExactlyInAnyOrderElementsOf(
                        expected.entrySet().stream()
                                .map(
                                        e ->
                                                e.getKey()
                                                        + " "
                                                        + e.getValue()[0]
                                                        + "/"
                                                        + e.getValue()[1])
                                .toList());
    }

    private static final class Pairs
            extends KeyedCoProcessFunction<
                    String, Tuple3<String, Long, Long>, Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<long[]> counts;
        private transient long last;
        private transient String lastKey;

        @Override
        public void open(OpenContext context) {
            counts = getRuntimeContext().getState(new ValueStateDescriptor<>("n", long[].class));
        }

        private void count(int side, Tuple3<String, Long, Long> row, Context ctx) throws Exception {
            assertThat(row.f1).isGreaterThanOrEqualTo(row.f0.equals(lastKey) ? last : 0);
            last = row.f1;
            lastKey = row.f0;
            long[] now = counts.value() == null ? new long[2] : counts.value();
            now[side]++;
            counts.update(now);
            ctx.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        }

        @Override
        public void processElement1(
                Tuple3<String, Long, Long> row, Context ctx, Collector<String> out)
                throws Exception {
            count(0, row, ctx);
        }

        @Override
        public void processElement2(
                Tuple3<String, Long, Long> row, Context ctx, Collector<String> out)
                throws Exception {
            count(1, row, ctx);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            long[] n = counts.value();
            out.collect(ctx.getCurrentKey() + " " + n[0] + "/" + n[1]);
        }
    }

    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", Types.STRING, Types.LONG);

    @DisplayName("The broadcast side is read before the other, keyed or not")
    @Test
    void broadcastFirst() throws Exception {
        List<Tuple3<String, Long, Long>> rows = rows(2_000, 10, 6);
        StreamExecutionEnvironment env = batch(2);
        DataStream<Tuple3<String, Long, Long>> stream = stream(env, rows);
        BroadcastStream<Long> rules = env.fromSequence(1, 300).broadcast(RULES);
        assertThat(
                        all(
                                stream.connect(rules)
                                        .process(
                                                new BroadcastProcessFunction<
                                                        Tuple3<String, Long, Long>, Long, Long>() {
                                                    private static final long serialVersionUID = 1L;

                                                    @Override
                                                    public void processElement(
                                                            Tuple3<String, Long, Long> row,
                                                            ReadOnlyContext ctx,
                                                            Collector<Long> out)
                                                            throws Exception {
                                                        out.collect(
                                                                ctx.getBroadcastState(RULES)
                                                                        .get("n"));
                                                    }

                                                    @Override
                                                    public void processBroadcastElement(
                                                            Long rule,
                                                            Context ctx,
                                                            Collector<Long> out)
                                                            throws Exception {
                                                        Long n =
                                                                ctx.getBroadcastState(RULES)
                                                                        .get("n");
                                                        ctx.getBroadcastState(RULES)
                                                                .put("n", n == null ? 1 : n + 1);
                                                    }
                                                })))
                .hasSize(2_000)
                .allMatch(n -> n == 300);

        StreamExecutionEnvironment second = batch(2);
        assertThat(
                        all(
                                stream(second, rows)
                                        .keyBy(row -> row.f0)
                                        .connect(second.fromSequence(1, 300).broadcast(RULES))
                                        .process(new CountingRules())))
                .hasSize(10)
                .allMatch(text -> text.endsWith(" 300"));
    }

    private static final class CountingRules
            extends KeyedBroadcastProcessFunction<
                    String, Tuple3<String, Long, Long>, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Tuple3<String, Long, Long> row, ReadOnlyContext ctx, Collector<String> out) {
            ctx.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            out.collect(ctx.getCurrentKey() + " " + ctx.getBroadcastState(RULES).get("n"));
        }

        @Override
        public void processBroadcastElement(Long rule, Context ctx, Collector<String> out)
                throws Exception {
            Long n = ctx.getBroadcastState(RULES).get("n");
            ctx.getBroadcastState(RULES).put("n", n == null ? 1 : n + 1);
        }
    }

    @DisplayName("CK-19: checkpoints are left out, which is said once; a restart begins anew")
    @Test
    void noCheckpoints() throws Exception {
        StreamExecutionEnvironment env = batch(1);
        env.enableCheckpointing(10);
        Jobs.restarts(env, 2);
        Fault fault = Fault.once();
        try (Logs logs = Logs.capture()) {
            List<Tuple3<String, Long, Long>> results =
                    all(
                            stream(env, rows(1_000, 5, 7))
                                    .keyBy(row -> row.f0)
                                    .sum(2)
                                    .map(
                                            row -> {
                                                fault.strike("now");
                                                return row;
                                            })
                                    .returns(ROW));
            assertThat(results).hasSize(5);
            assertThat(fault.struck()).isEqualTo(1);
            assertThat(logs.text()).containsOnlyOnce("takes no checkpoints");
        }
    }

    /** Runs for ever. */
    private static final class Endless implements SourceFunction<Long> {
        private static final long serialVersionUID = 1L;
        private volatile boolean running = true;

        @Override
        public void run(SourceContext<Long> ctx) {
            for (long i = 0; running; i++) {
                ctx.collect(i % 2);
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    @DisplayName(
            "A source without end is refused, and makes a stream of a program that leaves it open")
    @Test
    void unboundedSources() throws Exception {
        StreamExecutionEnvironment env = batch(1);
        DataStream<Long> endless = env.addSource(new Endless(), "endless", Types.LONG);
        endless.print();
        assertThatThrownBy(() -> env.execute())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("endless")
                .hasMessageContaining("execution.runtime-mode");

        StreamExecutionEnvironment automatic =
                in(RuntimeExecutionMode.AUTOMATIC, 1, new Configuration());
        assertThat(
                        automatic
                                .addSource(new Endless(), "endless", Types.LONG)
                                .keyBy(n -> n)
                                .reduce((a, b) -> a + b)
                                .executeAndCollect(3))
                .hasSize(3);
        StreamExecutionEnvironment bounded =
                in(RuntimeExecutionMode.AUTOMATIC, 1, new Configuration());
        assertThat(all(bounded.fromData(1, 1, 1).keyBy(n -> n).reduce((a, b) -> a))).hasSize(1);
    }

    @DisplayName("CK-23a: a loop is refused")
    @Test
    void loops() {
        StreamExecutionEnvironment env = batch(1);
        var loop = env.fromSequence(1, 3).iterate();
        loop.closeWith(loop.map(n -> n - 1).returns(Types.LONG).filter(n -> n > 0));
        loop.print();
        assertThatThrownBy(() -> env.execute())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("loop");
    }

    @DisplayName("The key says it as well as the call")
    @Test
    void byKey() throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("execution.runtime-mode", "batch");
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        assertThat(all(env.fromData(3, 4, 3).keyBy(n -> n).reduce(Integer::sum)))
                .containsExactlyInAnyOrder(6, 4);
    }
}
