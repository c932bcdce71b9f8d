// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Counts by the minute what comes late: a little late, and the count is shown again, corrected;
 * later than that, and the record goes to a side output instead of being lost.
 *
 * <pre>
 * bin/millrace run examples/LateReadings.jar
 * </pre>
 */
public final class LateReadings {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** For so long after its end a minute may be corrected. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    static final OutputTag<Reading> TOO_LATE =
            new OutputTag<>("too late") {
                private static final long serialVersionUID = 1L;
            };

    /** A sign of life of a device. */
    public record Reading(String device, long timeMs) {

        /** One every 10 seconds; one in eight was held up for up to six minutes. */
        static Reading numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            long late = random.nextInt(8) == 0 ? random.nextInt(360_000) : 0;
            return new Reading("device-" + random.nextInt(2), Math.max(0, n * 10_000 - late));
        }
    }

    /** How many readings of a minute have come so far. */
    public record Count(String device, long startMs, long readings) {}

    private LateReadings() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        SingleOutputStreamOperator<Count> counts =
                counts(env.fromSequence(0, 199).map(Reading::numbered));
        counts.print();
        counts.getSideOutput(TOO_LATE).map(reading -> "too late: " + reading).print();

        env.execute("late readings");
    }

    static SingleOutputStreamOperator<Count> counts(DataStream<Reading> readings) {
        return readings.assignTimestampsAndWatermarks(
                        // A watermark with each record: what is late does not depend on the clock.
                        WatermarkStrategy.<Reading>forGenerator(context -> new EachRecord())
                                .withTimestampAssigner((reading, ignored) -> reading.timeMs()))
                .keyBy(Reading::device)
                .window(TumblingEventTimeWindows.of(MINUTE))
                .allowedLateness(PATIENCE)
                .sideOutputLateData(TOO_LATE)
                .process(new CountThem())
                .uid("counts");
    }

    private static final class EachRecord implements WatermarkGenerator<Reading> {

        private long latestMs = Long.MIN_VALUE;

        @Override
        public void onEvent(Reading reading, long timeMs, WatermarkOutput output) {
            latestMs = Math.max(latestMs, timeMs);
            output.emitWatermark(new Watermark(latestMs - 1));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            // said already
        }
    }

    private static final class CountThem
            extends ProcessWindowFunction<Reading, Count, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String device, Context context, Iterable<Reading> readings, Collector<Count> out) {
            long count = 0;
            for (Reading ignored : readings) {
                count++;
            }
            out.collect(new Count(device, context.window().getStart(), count));
        }
    }
}
