// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Warns of sensors that were too hot on average over the last minute, looked at every 10 seconds.
 * The average is made as the readings come: a window keeps a sum and a count, not the readings.
 *
 * <pre>
 * bin/millrace run examples/SensorAlerts.jar
 * </pre>
 */
public final class SensorAlerts {

    private static final double TOO_HOT = 65;

    /** What a sensor has measured. */
    public record Reading(String sensor, double celsius, long timeMs) {

        /** Three sensors, each every second; they get hot and cool down again. */
        static Reading numbered(long n) {
            double noise = new SplittableRandom(n).nextDouble(-3, 3);
            return new Reading(
                    "sensor-" + n % 3,
                    50 + 20 * Math.sin(n / (100.0 + n % 3)) + noise,
                    n / 3 * 1000);
        }
    }

    /** A minute in which a sensor was too hot. */
    public record Alert(String sensor, double average, long endOfMinute) {}

    /** What is kept of the readings of a window. */
    public record Sum(double celsius, long count) {}

    private SensorAlerts() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        alerts(env.fromSequence(0, 2999).map(Reading::numbered)).print();

        env.execute("sensor alerts");
    }

    static DataStream<Alert> alerts(DataStream<Reading> readings) {
        return readings.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Reading>forMonotonousTimestamps()
                                .withTimestampAssigner((reading, ignored) -> reading.timeMs()))
                .keyBy(Reading::sensor)
                .window(SlidingEventTimeWindows.of(Duration.ofMinutes(1), Duration.ofSeconds(10)))
                .aggregate(new Average(), new WithWindow())
                .uid("averages")
                .filter(alert -> alert.average() > TOO_HOT);
    }

    private static final class Average implements AggregateFunction<Reading, Sum, Double> {
        private static final long serialVersionUID = 1L;

        @Override
        public Sum createAccumulator() {
            return new Sum(0, 0);
        }

        @Override
        public Sum add(Reading reading, Sum sum) {
            return new Sum(sum.celsius() + reading.celsius(), sum.count() + 1);
        }

        @Override
        public Double getResult(Sum sum) {
            return sum.celsius() / sum.count();
        }

        @Override
        public Sum merge(Sum one, Sum other) {
            return new Sum(one.celsius() + other.celsius(), one.count() + other.count());
        }
    }

    private static final class WithWindow
            extends ProcessWindowFunction<Double, Alert, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String sensor, Context context, Iterable<Double> averages, Collector<Alert> out) {
            for (double average : averages) {
                out.collect(new Alert(sensor, average, context.window().getEnd()));
            }
        }
    }
}
