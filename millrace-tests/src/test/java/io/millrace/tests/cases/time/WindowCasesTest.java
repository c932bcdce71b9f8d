// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.Throwables;
import io.millrace.util.Collector;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases about windows, as whole programs. */
@Timeout(180)
class WindowCasesTest {

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static final class Told<W extends Window>
            extends ProcessWindowFunction<Long, String, Integer, W> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                Integer key, Context context, Iterable<Long> elements, Collector<String> out) {
            long n = 0;
            long sum = 0;
            for (long element : elements) {
                n++;
                sum += element;
            }
            String name =
                    context.window() instanceof TimeWindow time
                            ? "[" + time.getStart() + "," + time.getEnd() + ") "
                            : "";
            out.collect(name + "n=" + n + " sum=" + sum);
        }
    }

    /** Numbers whose timestamps are the numbers. */
    private static DataStream<Long> timed(StreamExecutionEnvironment env, Long... numbers) {
        return env.fromData(numbers)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>forBoundedOutOfOrderness(ms(100))
                                .withTimestampAssigner((number, timestamp) -> number));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @DisplayName("T01, T05, T30: windows below zero, sessions that merge, windows around zero")
    void t01t05t30(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<String> tumbling = new Collected<>();
        timed(env, -1L, -10L, -11L)
                .keyBy(number -> 0)
                .window(TumblingEventTimeWindows.of(ms(10)))
                .process(new Told<TimeWindow>())
                .addSink(tumbling);
        Collected<String> sessions = new Collected<>();
        timed(env, 0L, 20L, 10L)
                .keyBy(number -> 0)
                .window(EventTimeSessionWindows.withGap(ms(10)))
                .process(new Told<TimeWindow>())
                .addSink(sessions);
        Collected<String> sliding = new Collected<>();
        timed(env, 0L)
                .keyBy(number -> 0)
                .window(SlidingEventTimeWindows.of(ms(10), ms(5)))
                .process(new Told<TimeWindow>())
                .addSink(sliding);
        Jobs.run(env, "windows");
        assertThat(tumbling.values())
                .containsExactlyInAnyOrder("[-20,-10) n=1 sum=-11", "[-10,0) n=2 sum=-11");
        assertThat(sessions.values()).containsExactly("[0,30) n=3 sum=30");
        assertThat(sliding.values())
                .containsExactlyInAnyOrder("[-5,5) n=1 sum=0", "[0,10) n=1 sum=0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @DisplayName("T19: a stream united with itself is there twice")
    void t19(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<String> seen = new Collected<>();
        DataStream<Long> numbers = timed(env, 1L, 2L);
        numbers.union(numbers)
                .keyBy(number -> 0)
                .window(TumblingEventTimeWindows.of(ms(10)))
                .process(new Told<TimeWindow>())
                .addSink(seen);
        Jobs.run(env, "t19");
        assertThat(seen.values()).containsExactly("[0,10) n=4 sum=6");
    }

    @Test
    @DisplayName("T25: the input's end shows neither processing-time nor global windows")
    void t25() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Collected<String> seen = new Collected<>();
        env.fromData(1L, 2L)
                .keyBy(number -> 0)
                .window(TumblingProcessingTimeWindows.of(Duration.ofDays(365)))
                .process(new Told<TimeWindow>())
                .addSink(seen);
        env.fromData(1L, 2L)
                .keyBy(number -> 0)
                .window(GlobalWindows.create())
                .process(new Told<>())
                .addSink(seen);
        Jobs.run(env, "t25");
        assertThat(seen.values()).isEmpty();
    }

    @Test
    @DisplayName("A09: without timestamps the first record fails the job, and says what to do")
    void a09() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData(1L, 2L)
                .keyBy(number -> 0)
                .window(TumblingEventTimeWindows.of(ms(10)))
                .process(new Told<TimeWindow>())
                .addSink(new Collected<>());
        assertThat(Throwables.messages(Jobs.runToFailure(env, "a09")))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains("no timestamp")
                                        .contains("assignTimestampsAndWatermarks"));
    }

    @Test
    @DisplayName("A15: count windows show full windows only, with keys and without")
    void a15() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        Collected<Long> two = new Collected<>();
        env.fromData(1L, 2L, 3L, 4L, 5L)
                .keyBy(number -> 0)
                .countWindow(2)
                .sum(0)
                .addSink(two)
                .setParallelism(1);
        Collected<Long> sliding = new Collected<>();
        env.fromData(1L, 2L, 3L, 4L, 5L)
                .countWindowAll(3, 1)
                .sum(0)
                .addSink(sliding)
                .setParallelism(1);
        Jobs.run(env, "a15");
        assertThat(two.values()).containsExactly(3L, 7L);
        assertThat(sliding.values()).containsExactly(1L, 3L, 6L, 9L, 12L);
    }

    @ParameterizedTest
    @CsvSource({
        "1, false, ON_THE_HEAP",
        "1, true, ON_THE_HEAP_IN_LAYERS",
        "2, false, ON_THE_HEAP",
        "2, true, ON_THE_HEAP",
        "1, false, IN_ROCKSDB",
        "1, true, IN_ROCKSDB_BY_FILES"
    })
    @DisplayName("S15: a reduce that changes its first argument counts each record once per window")
    void s15(int parallelism, boolean reuse, Kept kept) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism, kept.alone());
        if (reuse) {
            env.getConfig().enableObjectReuse();
        }
        Collected<Tuple2<String, Long>> seen = new Collected<>();
        env.fromData(Tuple2.of("k", 1L), Tuple2.of("k", 1L), Tuple2.of("k", 1L))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Tuple2<String, Long>>forMonotonousTimestamps()
                                .withTimestampAssigner((record, timestamp) -> 5))
                .keyBy(record -> record.f0)
                .window(SlidingEventTimeWindows.of(ms(10), ms(5)))
                .reduce(
                        (a, b) -> {
                            a.f1 += b.f1;
                            return a;
                        })
                .addSink(seen);
        Jobs.run(env, "s15");
        assertThat(seen.values()).containsExactly(Tuple2.of("k", 3L), Tuple2.of("k", 3L));
    }
}
