// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.Collector;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class EventTimeTest {

    /**
     * Registers timers at the record's value and tells of records and timers, with the watermark
     * they see.
     */
    private static final class Timers extends KeyedProcessFunction<Integer, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, Context context, Collector<String> out) {
            context.timerService().registerEventTimeTimer(value);
            out.collect("record " + value + " at " + context.timerService().currentWatermark());
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect("timer " + timestamp);
        }
    }

    @DisplayName("T11: with all inputs idle the largest watermark counts, whoever went idle first")
    @ParameterizedTest
    @CsvSource({"1,true", "1,false", "2,true", "2,false"})
    void t11(int parallelism, boolean aFirst) throws Exception {
        Script a = new Script();
        Script b = new Script();
        Collected<String> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        env.addSource(a)
                .union(env.addSource(b))
                .keyBy(value -> 0)
                .process(new Timers())
                .addSink(seen);
        RunningJob job = Jobs.start(env, "t11");
        a.record(4, 1).record(5, 2).record(6, 3);
        Await.until("the timers are set", () -> seen.size() == 3);

        a.watermark(5);
        b.watermark(4);
        Await.until("the timer at 4 fires", () -> seen.values().contains("timer 4"));
        assertThat(seen.values()).doesNotContain("timer 5");
        (aFirst ? a : b).idle();
        // Something must pass between the two, or they would be idle at the same moment for the
        // function.
        (aFirst ? b : a).record(100, 50);
        Await.until("a record after the first idleness", () -> seen.size() >= 5);
        (aFirst ? b : a).idle();
        Await.until(
                "the timer at 5 fires while both are open",
                () -> seen.values().contains("timer 5"));
        assertThat(seen.values()).doesNotContain("timer 6");
        a.record(200, 60);
        Await.until("the late record", () -> seen.values().contains("record 200 at 5"));

        a.end();
        b.end();
        job.awaitFinished();
        assertThat(seen.values()).endsWith("timer 6", "timer 100", "timer 200");
    }

    /** The function of T15. */
    private static final class ThreeTimers extends KeyedProcessFunction<Integer, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, Context context, Collector<String> out) {
            out.collect("record " + value);
            for (int i = 0; i < 3; i++) {
                context.timerService().registerEventTimeTimer(7);
            }
            context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
            context.timerService()
                    .registerProcessingTimeTimer(
                            context.timerService().currentProcessingTime() + 3_600_000);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect(
                    (timestamp == Long.MAX_VALUE ? "timer at the end" : "timer " + timestamp)
                            + " in "
                            + context.timeDomain());
        }
    }

    @DisplayName(
            "T15: timers fire once each, in time, and the end of input fires what is set for the end of time only")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void t15(int parallelism) throws Exception {
        Script script = new Script().record(1, 5).watermark(10).record(2, 6).watermark(11).end();
        Collected<String> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        env.addSource(script).keyBy(value -> 0).process(new ThreeTimers()).addSink(seen);
        Jobs.run(env, "t15"); // which does not wait for the timer of the next hour

        assertThat(seen.values())
                .containsExactly(
                        "record 1",
                        "timer 7 in EVENT_TIME",
                        "record 2",
                        "timer 7 in EVENT_TIME",
                        "timer at the end in EVENT_TIME");
    }

    /** The window [0,10) by hand: counts and sums, and tells at its end. */
    private static final class FirstTen extends KeyedProcessFunction<Integer, Long, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;
        private transient ValueState<Long> sum;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("n", Types.LONG));
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.LONG));
        }

        @Override
        public void processElement(Long value, Context context, Collector<String> out)
                throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            sum.update(sum.value() == null ? value : sum.value() + value);
            context.timerService().registerEventTimeTimer(9);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
                throws Exception {
            out.collect("n=" + count.value() + " sum=" + sum.value());
        }
    }

    @DisplayName(
            "T19: a union of a stream with itself gives every record twice, and its watermark moves")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void t19(int parallelism) throws Exception {
        Collected<String> seen = new Collected<>();
        Script script = new Script().record(1, 1).record(2, 2).watermark(9);
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        DataStream<Long> stream = env.addSource(script);
        stream.union(stream).keyBy(value -> 0).process(new FirstTen()).addSink(seen);
        RunningJob job = Jobs.start(env, "t19");

        Await.until("the watermark has come through both ways", () -> seen.size() == 1);
        script.end();
        job.awaitFinished();
        assertThat(seen.values()).isEqualTo(List.of("n=4 sum=6"));
    }

    @DisplayName("T19: the same with a source of the new kind and a chained union")
    @Test
    void t19Chained() throws Exception {
        Collected<String> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<Long> stream =
                env.fromData(1L, 2L)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Long>forMonotonousTimestamps()
                                        .withTimestampAssigner((value, before) -> value));
        stream.union(stream.map(value -> value), stream)
                .keyBy(value -> 0)
                .process(new FirstTen())
                .addSink(seen);
        Jobs.run(env, "t19 chained");

        assertThat(seen.values()).containsExactly("n=6 sum=9");
    }
}
