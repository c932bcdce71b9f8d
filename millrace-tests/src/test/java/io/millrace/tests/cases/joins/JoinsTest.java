// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.joins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.CoGroupFunction;
import io.millrace.api.common.functions.FlatJoinFunction;
import io.millrace.api.common.functions.JoinFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichCoGroupFunction;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.streaming.api.datastream.CoGroupedStreams;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.datastream.UnsupportedTimeCharacteristicException;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.ProcessJoinFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.evictors.CountEvictor;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Throwables;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins as whole jobs, against plain loops. */
@Timeout(180)
@SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types, and a wrong key type
class JoinsTest {

    /** A key, a name, a timestamp. */
    private static Tuple3<String, String, Long> record(String key, String name, long timestamp) {
        return Tuple3.of(key, name, timestamp);
    }

    private static List<Tuple3<String, String, Long>> random(Random random, String name, int n) {
        List<Tuple3<String, String, Long>> records = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            records.add(record("k" + random.nextInt(3), name + i, random.nextInt(60) - 20));
        }
        return records;
    }

    /** Nothing in it is late. */
    private static DataStream<Tuple3<String, String, Long>> stream(
            StreamExecutionEnvironment env, List<Tuple3<String, String, Long>> records) {
        return env.fromData(records)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Tuple3<String, String, Long>>forBoundedOutOfOrderness(
                                        Duration.ofMillis(200))
                                .withTimestampAssigner((record, before) -> record.f2));
    }

    private static WindowAssigner<Object, TimeWindow> windows(String kind) {
        return switch (kind) {
            case "tumbling" -> TumblingEventTimeWindows.of(Duration.ofMillis(10));
            case "sliding" ->
                    SlidingEventTimeWindows.of(Duration.ofMillis(12), Duration.ofMillis(5));
            default -> EventTimeSessionWindows.withGap(Duration.ofMillis(4));
        };
    }

    /** Windows of one key, as start and end, that have any of these moments. */
    private static TreeMap<Long, Long> windowsOf(String kind, TreeSet<Long> moments) {
        TreeMap<Long, Long> windows = new TreeMap<>();
        for (long moment : moments) {
            switch (kind) {
                case "tumbling":
                    windows.put(
                            Math.floorDiv(moment, 10) * 10, Math.floorDiv(moment, 10) * 10 + 10);
                    break;
                case "sliding":
                    for (long start = Math.floorDiv(moment, 5) * 5;
                            start > moment - 12;
                            start -= 5) {
                        windows.put(start, start + 12);
                    }
                    break;
                default:
                    var last = windows.lastEntry();
                    if (last != null && moment <= last.getValue()) {
                        windows.put(last.getKey(), moment + 4);
                    } else {
                        windows.put(moment, moment + 4);
                    }
            }
        }
        return windows;
    }

    /** What is done with the records of a key and window. */
    private interface Each {
        void both(List<String> ones, List<String> twos, long last);
    }

    private static void forEach(
            String kind,
            List<Tuple3<String, String, Long>> left,
            List<Tuple3<String, String, Long>> right,
            Each each) {
        for (int k = 0; k < 3; k++) {
            String key = "k" + k;
            TreeSet<Long> moments = new TreeSet<>();
            left.stream().filter(r -> r.f0.equals(key)).forEach(r -> moments.add(r.f2));
            right.stream().filter(r -> r.f0.equals(key)).forEach(r -> moments.add(r.f2));
            windowsOf(kind, moments)
                    .forEach(
                            (start, end) ->
                                    each.both(
                                            names(left, key, start, end),
                                            names(right, key, start, end),
                                            end - 1));
        }
    }

    private static List<String> names(
            List<Tuple3<String, String, Long>> records, String key, long start, long end) {
        List<String> names = new ArrayList<>();
        for (Tuple3<String, String, Long> record : records) {
            if (record.f0.equals(key) && start <= record.f2 && record.f2 < end) {
                names.add(record.f1);
            }
        }
        names.sort(null);
        return names;
    }

    @ParameterizedTest(name = "{displayName}: {0} windows, parallelism {1}")
    @CsvSource({"tumbling, 1", "sliding, 2", "session, 3"})
    @DisplayName("M14: a window join has each pair of a key and window once")
    void windowJoin(String kind, int parallelism) throws Exception {
        Random random = new Random(parallelism);
        List<Tuple3<String, String, Long>> left = random(random, "l", 60);
        List<Tuple3<String, String, Long>> right = random(random, "r", 50);
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<String> pairs = new Collected<>();
        Collected<String> flat = new Collected<>();
        var keyed =
                stream(env, left)
                        .join(stream(env, right))
                        .where(record -> record.f0)
                        .equalTo(record -> record.f0)
                        .window(windows(kind));
        keyed.apply(
                        (JoinFunction<
                                        Tuple3<String, String, Long>,
                                        Tuple3<String, String, Long>,
                                        String>)
                                (one, two) -> one.f1 + two.f1)
                .process(new WithTimestamp())
                .addSink(pairs);
        keyed.apply(
                        (FlatJoinFunction<
                                        Tuple3<String, String, Long>,
                                        Tuple3<String, String, Long>,
                                        String>)
                                (one, two, out) -> {
                                    out.collect(one.f1 + two.f1);
                                    out.collect(two.f1 + one.f1);
                                })
                .addSink(flat);
        Jobs.run(env, "window join");

        List<String> expected = new ArrayList<>();
        List<String> expectedFlat = new ArrayList<>();
        forEach(
                kind,
                left,
                right,
                (ones, twos, last) -> {
                    for (String one : ones) {
                        for (String two : twos) {
                            expected.add(one + two + "@" + last);
                            expectedFlat.add(one + two);
                            expectedFlat.add(two + one);
                        }
                    }
                });
        assertThat(expected).hasSizeGreaterThan(50);
        assertThat(pairs.values()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(flat.values()).containsExactlyInAnyOrderElementsOf(expectedFlat);
    }

    private static final class WithTimestamp
            extends io.millrace.streaming.api.functions.ProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, Context ctx, Collector<String> out) {
            out.collect(value + "@" + ctx.timestamp());
        }
    }

    private static final class Groups
            extends RichCoGroupFunction<
                    Tuple3<String, String, Long>, Tuple3<String, String, Long>, String> {
        private static final long serialVersionUID = 1L;

        private transient boolean opened;

        @Override
        public void open(OpenContext context) {
            opened = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() >= 0;
        }

        @Override
        public void coGroup(
                Iterable<Tuple3<String, String, Long>> first,
                Iterable<Tuple3<String, String, Long>> second,
                Collector<String> out) {
            out.collect((opened ? "" : "not opened ") + sorted(first) + sorted(second));
        }

        private static List<String> sorted(Iterable<Tuple3<String, String, Long>> records) {
            List<String> names = new ArrayList<>();
            records.forEach(record -> names.add(record.f1));
            names.sort(null);
            return names;
        }
    }

    @ParameterizedTest(name = "{displayName}: {0} windows, parallelism {1}")
    @CsvSource({"tumbling, 2", "sliding, 1", "session, 2"})
    @DisplayName("M14: a co-group sees each key and window once, also where one side is empty")
    void coGroup(String kind, int parallelism) throws Exception {
        Random random = new Random(parallelism + 10);
        List<Tuple3<String, String, Long>> left = random(random, "l", 25);
        List<Tuple3<String, String, Long>> right = random(random, "r", 15);
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<String> sink = new Collected<>();
        stream(env, left)
                .coGroup(stream(env, right))
                .where(record -> record.f0, Types.STRING)
                .equalTo(record -> record.f0, Types.STRING)
                .window(windows(kind))
                .apply(new Groups())
                .addSink(sink);
        Jobs.run(env, "co-group");

        List<String> expected = new ArrayList<>();
        forEach(kind, left, right, (ones, twos, last) -> expected.add("" + ones + twos));
        assertThat(expected)
                .anyMatch(row -> row.startsWith("[]"))
                .anyMatch(row -> row.endsWith("[]"));
        assertThat(sink.values()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    @DisplayName("T19: a stream joined with itself has each pair, also each record with itself")
    void selfJoin() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        DataStream<Tuple3<String, String, Long>> stream =
                stream(
                        env,
                        List.of(record("k", "a", 1), record("k", "b", 2), record("k", "c", 11)));
        Collected<String> windows = new Collected<>();
        stream.join(stream)
                .where(record -> record.f0)
                .equalTo(record -> record.f0)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .apply((one, two) -> one.f1 + two.f1, Types.STRING)
                .addSink(windows);
        Collected<String> near = new Collected<>();
        stream.keyBy(record -> record.f0)
                .intervalJoin(stream.keyBy(record -> record.f0))
                .between(Duration.ofMillis(1), Duration.ofMillis(9))
                .process(new Names())
                .addSink(near);
        Collected<String> doubled = new Collected<>();
        stream.union(stream)
                .join(stream)
                .where(record -> record.f0)
                .equalTo(record -> record.f0)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .apply((one, two) -> one.f1 + two.f1, Types.STRING)
                .addSink(doubled);
        Jobs.run(env, "self join");

        assertThat(windows.values()).containsExactlyInAnyOrder("aa", "ab", "ba", "bb", "cc");
        assertThat(near.values()).containsExactlyInAnyOrder("ab", "bc");
        assertThat(doubled.values())
                .containsExactlyInAnyOrder(
                        "aa", "ab", "ba", "bb", "cc", "aa", "ab", "ba", "bb", "cc");
    }

    private static final class Names
            extends ProcessJoinFunction<
                    Tuple3<String, String, Long>, Tuple3<String, String, Long>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Tuple3<String, String, Long> left,
                Tuple3<String, String, Long> right,
                Context ctx,
                Collector<String> out) {
            out.collect(left.f1 + right.f1);
        }
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}")
    @CsvSource({"1", "3"})
    @DisplayName(
            "M14: an interval join has each pair that is near enough once; late records go aside")
    void intervalJoin(int parallelism) throws Exception {
        Random random = new Random(parallelism + 20);
        List<Tuple3<String, String, Long>> left = random(random, "l", 80);
        List<Tuple3<String, String, Long>> right = random(random, "r", 80);
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        OutputTag<Tuple3<String, String, Long>> late = new OutputTag<>("late") {};
        Collected<String> sink = new Collected<>();
        Collected<Tuple3<String, String, Long>> lateSink = new Collected<>();
        SingleOutputStreamOperator<String> pairs =
                stream(env, left)
                        .keyBy(record -> record.f0)
                        .intervalJoin(stream(env, right).keyBy(record -> record.f0))
                        .between(Duration.ofMillis(-7), Duration.ofMillis(2))
                        .lowerBoundExclusive()
                        .sideOutputLeftLateData(late)
                        .sideOutputRightLateData(late)
                        .process(new Names());
        pairs.process(new WithTimestamp()).addSink(sink);
        pairs.getSideOutput(late).addSink(lateSink);
        Jobs.run(env, "interval join");

        List<String> expected = new ArrayList<>();
        for (Tuple3<String, String, Long> one : left) {
            for (Tuple3<String, String, Long> two : right) {
                long distance = two.f2 - one.f2;
                if (one.f0.equals(two.f0) && -7 < distance && distance <= 2) {
                    expected.add(one.f1 + two.f1 + "@" + Math.max(one.f2, two.f2));
                }
            }
        }
        expected.sort(Comparator.naturalOrder());
        assertThat(expected).hasSizeGreaterThan(100);
        assertThat(sink.values()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(lateSink.values()).isEmpty();
    }

    @Test
    @DisplayName("M14: triggers and evictors of a co-group see records of both streams")
    void triggersAndEvictors() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Collected<String> sink = new Collected<>();
        stream(env, List.of(record("k0", "a", 1), record("k0", "b", 2)))
                .coGroup(stream(env, List.of(record("k0", "x", 3), record("k0", "y", 4))))
                .where(record -> record.f0)
                .equalTo(record -> record.f0)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .trigger(CountTrigger.of(4))
                .evictor(CountEvictor.of(3))
                .allowedLateness(Duration.ofMillis(5))
                .apply(
                        (CoGroupFunction<
                                        Tuple3<String, String, Long>,
                                        Tuple3<String, String, Long>,
                                        Integer>)
                                (ones, twos, out) -> {
                                    int n = 0;
                                    for (Object each : ones) {
                                        n += each == null ? 100 : 1;
                                    }
                                    for (Object each : twos) {
                                        n += each == null ? 100 : 1;
                                    }
                                    out.collect(n);
                                },
                        Types.INT)
                .map(n -> n + " records")
                .addSink(sink);
        Jobs.run(env, "trigger and evictor");

        assertThat(sink.values()).containsExactly("3 records");
    }

    @Test
    @DisplayName("A09: a window join of records without timestamps says what to do")
    void withoutTimestamps() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData("a")
                .join(env.fromData("b"))
                .where(name -> 1)
                .equalTo(name -> 1)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .apply((one, two) -> one + two, Types.STRING)
                .addSink(new Collected<>());

        assertThat(String.join("\n", Throwables.messages(Jobs.runToFailure(env, "a09"))))
                .contains("timestamp", "assignTimestampsAndWatermarks");
    }

    @Test
    @DisplayName("M14: what cannot be joined is refused when the program is built")
    void refusals() {
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<String> names = env.fromData("a");
        assertThatThrownBy(
                        () ->
                                names.join(names)
                                        .where(name -> 1, Types.INT)
                                        .equalTo(
                                                name -> 1,
                                                (io.millrace.api.common.typeinfo.TypeInformation)
                                                        Types.LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Integer")
                .hasMessageContaining("Long");
        assertThatThrownBy(
                        () ->
                                names.keyBy(name -> name)
                                        .intervalJoin(names.keyBy(name -> name))
                                        .inProcessingTime()
                                        .between(Duration.ZERO, Duration.ZERO))
                .isInstanceOf(UnsupportedTimeCharacteristicException.class);
        DataStream<String> foreign = Jobs.environment(1).fromData("a");
        assertThatThrownBy(() -> names.join(foreign)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> names.coGroup(foreign))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("M14: records of two streams are written with their stream, and read back")
    void taggedUnions() throws Exception {
        CoGroupedStreams.UnionSerializer<String, Long> serializer =
                new CoGroupedStreams.UnionSerializer<>(
                        Types.STRING.createSerializer(
                                Jobs.environment(1).getConfig().getSerializerConfig()),
                        Types.LONG.createSerializer(
                                Jobs.environment(1).getConfig().getSerializerConfig()));
        for (CoGroupedStreams.TaggedUnion<String, Long> union :
                List.of(
                        CoGroupedStreams.TaggedUnion.<String, Long>one("a"),
                        CoGroupedStreams.TaggedUnion.<String, Long>two(7L))) {
            io.millrace.core.memory.DataOutputSerializer out =
                    new io.millrace.core.memory.DataOutputSerializer(16);
            serializer.serialize(union, out);
            io.millrace.core.memory.DataInputDeserializer in =
                    new io.millrace.core.memory.DataInputDeserializer(out.getCopyOfBuffer());
            assertThat(serializer.deserialize(in))
                    .isEqualTo(union)
                    .isEqualTo(serializer.copy(union));
        }
        assertThat(serializer.snapshotConfiguration().restoreSerializer()).isEqualTo(serializer);
    }
}
