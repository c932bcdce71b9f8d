// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.configuration.Configuration;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.Output;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.ProcessJoinFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator of an interval join, on the real heap state. A record's key is its first letter. */
class IntervalJoinTest {

    private static final int LEFT = 0;
    private static final int RIGHT = 1;
    private static final OutputTag<String> LATE_LEFT = new OutputTag<>("late left", Types.STRING);
    private static final OutputTag<String> LATE_RIGHT = new OutputTag<>("late right", Types.STRING);

    private final Recorder<Object> out = new Recorder<>();
    private OperatorTransformation<?> transformation;
    private FakeContext context;
    private Operator operator;

    private static final class Pairs extends ProcessJoinFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String left, String right, Context ctx, Collector<String> out) {
            assertThat(ctx.getTimestamp())
                    .isEqualTo(Math.max(ctx.getLeftTimestamp(), ctx.getRightTimestamp()));
            out.collect(left + right);
        }
    }

    private void begin(long lower, long upper) throws Exception {
        begin(join -> join, lower, upper);
    }

    private void begin(
            Function<
                            KeyedStream.IntervalJoined<String, String, String>,
                            KeyedStream.IntervalJoined<String, String, String>>
                    more,
            long lower,
            long upper)
            throws Exception {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment();
        KeyedStream<String, String> stream =
                env.fromData("a").keyBy(record -> record.substring(0, 1), Types.STRING);
        transformation =
                (OperatorTransformation<?>)
                        Programs.transformation(
                                more.apply(
                                                stream.intervalJoin(stream)
                                                        .between(
                                                                Duration.ofMillis(lower),
                                                                Duration.ofMillis(upper)))
                                        .process(new Pairs()));
        begin(List.of());
    }

    private void begin(List<RestoredState> restored) throws Exception {
        context = new FakeContext();
        context.realKeyedState =
                new HeapKeyedStateBackendFactory()
                        .create(
                                StateBytes.request(
                                        "op",
                                        "u",
                                        StringSerializer.INSTANCE,
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
                                        new Configuration(),
                                        10,
                                        SourceFeeder.Mode.STEPPED,
                                        true,
                                        null)));
    }

    private void restart() throws Exception {
        FakeContext.snapshot(operator, 1);
        RestoredState bytes = StateBytes.restorable(context.realKeyedState.freeze(1));
        operator.close();
        begin(List.of(bytes));
    }

    @SuppressWarnings("unchecked") // strings on both sides
    private void record(int side, String value, long timestamp) throws Exception {
        ((Input<Object>) operator.inputs().get(side)).element(value, timestamp);
    }

    private void watermark(long timestamp) throws Exception {
        operator.inputs().get(LEFT).watermark(timestamp);
        operator.inputs().get(RIGHT).watermark(timestamp);
    }

    private List<String> take() {
        List<String> lines = new ArrayList<>(out.take());
        lines.removeIf(line -> line.startsWith("watermark"));
        return lines;
    }

    private void assertNothingIsKept() {
        assertThat(context.realKeyedState.entries("millrace.join.left")).isZero();
        assertThat(context.realKeyedState.entries("millrace.join.right")).isZero();
        assertThat(
                        context.realKeyedState
                                .timers(
                                        NamespacedTimerService.EVENT_TIME,
                                        VoidNamespaceSerializer.INSTANCE)
                                .size())
                .isZero();
    }

    @Test
    void pairsHaveTheGreaterTimestampAndBoundsAreIncluded() throws Exception {
        begin(-2, 1);
        record(LEFT, "a1", 10);
        for (long t = 6; t <= 13; t++) {
            record(RIGHT, "a" + t, t);
        }
        assertThat(take()).containsExactly("a1a8@10", "a1a9@10", "a1a10@10", "a1a11@11");
        record(LEFT, "a2", 12);
        assertThat(take()).containsExactly("a2a10@12", "a2a11@12", "a2a12@12", "a2a13@13");
        record(LEFT, "b", 12);
        assertThat(take()).isEmpty();
    }

    @Test
    void boundsCanBeExcluded() throws Exception {
        begin(join -> join.lowerBoundExclusive().upperBoundExclusive(), -2, 2);
        record(LEFT, "a1", 10);
        for (long t = 8; t <= 12; t++) {
            record(RIGHT, "a" + t, t);
        }
        assertThat(take()).containsExactly("a1a9@10", "a1a10@10", "a1a11@11");
        assertThatThrownBy(() -> begin(join -> join.lowerBoundExclusive(), 3, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 3 (excluded) to 3");
        assertThatThrownBy(() -> begin(4, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void equalRecordsAreEachPaired() throws Exception {
        begin(0, 0);
        record(LEFT, "a", 5);
        record(LEFT, "a", 5);
        record(RIGHT, "ax", 5);
        record(RIGHT, "ax", 5);
        assertThat(take()).containsExactly("aax@5", "aax@5", "aax@5", "aax@5");
    }

    @Test
    void lateRecordsAreDroppedAndCountedOrGoAside() throws Exception {
        begin(-5, 5);
        watermark(10);
        record(LEFT, "a1", 9);
        record(RIGHT, "a2", 9);
        record(LEFT, "a3", 10);
        assertThat(take()).isEmpty();
        assertThat(context.metrics.count(LateRecords.DROPPED)).isEqualTo(2);

        begin(
                join -> join.sideOutputLeftLateData(LATE_LEFT).sideOutputRightLateData(LATE_RIGHT),
                -5,
                5);
        watermark(10);
        record(LEFT, "a1", 9);
        record(RIGHT, "a2", 9);
        assertThat(take()).containsExactly("late left: a1@9", "late right: a2@9");
        assertThat(context.metrics.count(LateRecords.DROPPED)).isZero();
    }

    @Test
    @DisplayName("A09: a record without a timestamp gives an error that tells what to do")
    void aRecordWithoutATimestamp() throws Exception {
        begin(0, 1);
        assertThatThrownBy(() -> record(RIGHT, "a", Output.NO_TIMESTAMP))
                .hasMessageContaining("timestamp")
                .hasMessageContaining("assignTimestampsAndWatermarks");
    }

    @Test
    void aRecordIsForgottenAtTheRightMoment() throws Exception {
        begin(-3, 5);
        record(LEFT, "a1", 10);
        record(RIGHT, "b1", 10);
        watermark(12);
        assertThat(context.realKeyedState.entries("millrace.join.right")).isEqualTo(1);
        watermark(13);
        assertThat(context.realKeyedState.entries("millrace.join.right")).isZero();
        watermark(14);
        record(RIGHT, "a2", 15);
        assertThat(take()).containsExactly("a1a2@15");
        assertThat(context.realKeyedState.entries("millrace.join.left")).isEqualTo(1);
        watermark(15);
        assertThat(context.realKeyedState.entries("millrace.join.left")).isZero();
        watermark(Long.MAX_VALUE);
        assertNothingIsKept();
    }

    @Test
    void boundsThatLeaveTheRangeOfTimeAreItsEnds() throws Exception {
        begin(Long.MIN_VALUE, Long.MAX_VALUE);
        record(LEFT, "a1", Long.MAX_VALUE - 1);
        record(RIGHT, "a2", Long.MIN_VALUE + 1); // farther from a1 than a bound can say
        record(LEFT, "a3", -7);
        watermark(1_000_000);
        record(RIGHT, "a4", 2_000_000);
        assertThat(take())
                .containsExactly("a3a2@-7", "a3a4@2000000", "a1a4@" + (Long.MAX_VALUE - 1));
        watermark(Long.MAX_VALUE);
        assertNothingIsKept();
    }

    /** A record that one side has kept. */
    private record Kept(int side, String value, long timestamp, long end) {}

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("M14: any input, any bounds, any watermarks: the pairs are those of plain loops")
    void randomInput(int bySeed) throws Exception {
        for (long seed = bySeed; seed < 500; seed += 2) {
            Random random = new Random(seed * 0x9E3779B97F4A7C15L);
            long lower = random.nextInt(80) - 40L;
            long upper = lower + random.nextInt(random.nextInt(4) == 0 ? 60 : 8);
            begin(lower, upper);
            List<Kept> kept = new ArrayList<>();
            long watermark = Long.MIN_VALUE;
            for (int i = 0; i < 60; i++) {
                int what = random.nextInt(12);
                if (what == 0) {
                    restart();
                    watermark = Long.MIN_VALUE;
                } else if (what < 4) {
                    watermark =
                            Math.max(watermark, (watermark == Long.MIN_VALUE ? -50 : watermark))
                                    + random.nextInt(12);
                    watermark(watermark);
                    long reached = watermark;
                    kept.removeIf(record -> record.end() <= reached);
                } else {
                    int side = random.nextInt(2);
                    String value = "abc".charAt(random.nextInt(3)) + "" + i;
                    long timestamp = (long) i / 2 + random.nextInt(40) - 20;
                    record(side, value, timestamp);
                    assertThat(take())
                            .as("seed %d, step %d", seed, i)
                            .containsExactlyInAnyOrderElementsOf(
                                    expected(
                                            kept, side, value, timestamp, lower, upper, watermark));
                }
            }
            watermark(Long.MAX_VALUE);
            assertNothingIsKept();
        }
    }

    private static List<String> expected(
            List<Kept> kept,
            int side,
            String value,
            long timestamp,
            long lower,
            long upper,
            long watermark) {
        List<String> pairs = new ArrayList<>();
        if (timestamp < watermark) {
            return pairs;
        }
        for (Kept other : kept) {
            if (other.side() == side || other.value().charAt(0) != value.charAt(0)) {
                continue;
            }
            long distance =
                    side == LEFT ? other.timestamp() - timestamp : timestamp - other.timestamp();
            if (lower <= distance && distance <= upper) {
                pairs.add(
                        (side == LEFT ? value + other.value() : other.value() + value)
                                + "@"
                                + Math.max(timestamp, other.timestamp()));
            }
        }
        long end = side == LEFT ? timestamp + Math.max(0, upper) : timestamp - Math.min(0, lower);
        if (end > watermark) {
            kept.add(new Kept(side, value, timestamp, end));
        }
        return pairs;
    }

    @Test
    @DisplayName("M14: when nothing is late the result is the inner join by its definition")
    void withoutLateRecordsItIsTheInnerJoin() throws Exception {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed * 0x9E3779B97F4A7C15L + 7);
            long lower = random.nextInt(60) - 40L;
            long upper = lower + random.nextInt(30);
            begin(lower, upper);
            int n = 40;
            int[] side = new int[n];
            String[] value = new String[n];
            long[] timestamp = new long[n];
            for (int i = 0; i < n; i++) {
                side[i] = random.nextInt(2);
                value[i] = "ab".charAt(random.nextInt(2)) + "" + i;
                timestamp[i] = (long) i + random.nextInt(25) - 10;
            }
            List<String> found = new ArrayList<>();
            long watermark = Long.MIN_VALUE;
            for (int i = 0; i < n; i++) {
                record(side[i], value[i], timestamp[i]);
                long smallestLeft = Long.MAX_VALUE;
                for (int later = i + 1; later < n; later++) {
                    smallestLeft = Math.min(smallestLeft, timestamp[later]);
                }
                if (smallestLeft - 1 > watermark) {
                    watermark = smallestLeft - 1;
                    watermark(watermark);
                }
                if (random.nextInt(10) == 0) {
                    restart();
                    watermark = Long.MIN_VALUE;
                }
                found.addAll(take());
            }
            List<String> expected = new ArrayList<>();
            for (int l = 0; l < n; l++) {
                for (int r = 0; r < n; r++) {
                    long distance = timestamp[r] - timestamp[l];
                    if (side[l] == LEFT
                            && side[r] == RIGHT
                            && value[l].charAt(0) == value[r].charAt(0)
                            && lower <= distance
                            && distance <= upper) {
                        expected.add(
                                value[l] + value[r] + "@" + Math.max(timestamp[l], timestamp[r]));
                    }
                }
            }
            assertThat(found).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
        }
    }
}
