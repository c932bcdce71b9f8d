// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The windows of windows.md. */
@Timeout(180)
class WindowsPageTest {

    /** What a room was like at a second. */
    private record Reading(String room, long second, double degrees) {}

    private static KeyedStream<Reading, String> byRoom(StreamExecutionEnvironment env) {
        return env.fromData(
                        new Reading("hall", 10, 20),
                        new Reading("hall", 50, 22),
                        new Reading("hall", 70, 24),
                        new Reading("attic", 75, 30))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Reading>forMonotonousTimestamps()
                                .withTimestampAssigner(
                                        (reading, timestamp) -> reading.second() * 1000))
                .keyBy(Reading::room);
    }

    @SuppressWarnings("serial") // as users write it
    // snippet: WindowAverage
    static class Average implements AggregateFunction<Reading, double[], Double> {
        @Override
        public double[] createAccumulator() {
            return new double[2]; // sum and count
        }

        @Override
        public double[] add(Reading reading, double[] average) {
            average[0] += reading.degrees();
            average[1]++;
            return average;
        }

        @Override
        public Double getResult(double[] average) {
            return average[0] / average[1];
        }

        @Override
        public double[] merge(double[] a, double[] b) { // when sessions merge
            return new double[] {a[0] + b[0], a[1] + b[1]};
        }
    }

    // end of snippet

    @SuppressWarnings("serial") // as users write it
    // snippet: WindowReport
    static class Report extends ProcessWindowFunction<Double, String, String, TimeWindow> {
        @Override
        public void process(
                String room, Context context, Iterable<Double> average, Collector<String> out)
                throws Exception {
            ValueState<Double> highest =
                    context.globalState() // of the room; windowState() is of this window
                            .getState(new ValueStateDescriptor<>("highest", Types.DOUBLE));
            double now = average.iterator().next();
            String record = highest.value() == null || now > highest.value() ? " (record)" : "";
            if (!record.isEmpty()) {
                highest.update(now);
            }
            out.collect(room + " until " + context.window().getEnd() + ": " + now + record);
        }
    }

    // end of snippet

    @Test
    @DisplayName("windows.md: averages per room and minute")
    void averages() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        KeyedStream<Reading, String> byRoom = byRoom(env);
        // snippet: WindowJob
        DataStream<String> report =
                byRoom.window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
                        .aggregate(new Average(), new Report());
        // end of snippet
        Collected<String> sink = new Collected<>();
        report.addSink(sink);
        Jobs.run(env, "averages");
        assertThat(sink.values())
                .containsExactlyInAnyOrder(
                        "hall until 60000: 21.0 (record)",
                        "hall until 120000: 24.0 (record)",
                        "attic until 120000: 30.0 (record)");
    }

    @Test
    @DisplayName("windows.md: sliding windows and sessions")
    void kinds() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        KeyedStream<Reading, String> byRoom = byRoom(env);
        // snippet: WindowKinds
        byRoom.window(SlidingEventTimeWindows.of(Duration.ofHours(1), Duration.ofMinutes(5)));
        byRoom.window(EventTimeSessionWindows.withGap(Duration.ofMinutes(30)));
        byRoom.countWindow(100); // each hundred records of a room
        // end of snippet
        Collected<Double> sink = new Collected<>();
        byRoom.window(EventTimeSessionWindows.withGap(Duration.ofSeconds(30)))
                .aggregate(new Average())
                .addSink(sink);
        Jobs.run(env, "sessions");
        assertThat(sink.values()).containsExactlyInAnyOrder(20.0, 23.0, 30.0);
    }

    @Test
    @DisplayName("windows.md: late readings, and results while a window is open")
    void late() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        KeyedStream<Reading, String> byRoom = byRoom(env);
        // snippet: WindowLate
        OutputTag<Reading> tooLate = new OutputTag<>("too late") {};

        SingleOutputStreamOperator<Double> averages =
                byRoom.window(TumblingEventTimeWindows.of(Duration.ofDays(1)))
                        .trigger(ContinuousEventTimeTrigger.of(Duration.ofHours(1)))
                        .allowedLateness(Duration.ofHours(6))
                        .sideOutputLateData(tooLate)
                        .aggregate(new Average());
        DataStream<Reading> late = averages.getSideOutput(tooLate);
        // end of snippet
        Collected<Double> sink = new Collected<>();
        Collected<Reading> lateSink = new Collected<>();
        averages.addSink(sink);
        late.addSink(lateSink);
        Jobs.run(env, "late");
        assertThat(sink.values()).contains(22.0, 30.0);
        assertThat(lateSink.values()).isEmpty();
    }
}
