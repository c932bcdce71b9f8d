// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * Finds the driver with the most tips of each hour: first the sum of each driver, hour by hour,
 * then the largest of these sums over all drivers.
 *
 * <pre>
 * bin/millrace run examples/HourlyTips.jar
 * bin/millrace run examples/HourlyTips.jar --input tips.txt --output /tmp/best
 * </pre>
 *
 * <p>Each line of the input has a driver, the cents and a time, as in {@code driver-3 250
 * 2026-03-01T10:15:00Z}; the times go up, but for a minute. {@link Ends} tells of all arguments.
 */
public final class HourlyTips {

    private static final Duration HOUR = Duration.ofHours(1);

    /** How much later than its neighbours a fare may come. */
    private static final Duration DISORDER = Duration.ofMinutes(1);

    /** The tip of one ride. */
    public record Tip(String driver, long cents, long timeMs) {

        /** One every 40 seconds. */
        static Tip numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            return new Tip("driver-" + random.nextInt(5), random.nextInt(900), n * 40_000);
        }

        static Tip parse(String line) {
            try {
                String[] parts = line.split(" ", 3);
                return new Tip(
                        parts[0], Long.parseLong(parts[1]), Instant.parse(parts[2]).toEpochMilli());
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("Not a driver, cents and a time: " + line, e);
            }
        }
    }

    /** All tips of a driver in an hour. */
    public record HourOfTips(String driver, long cents, Instant endOfHour) {

        /** The one with more; of two with the same, the one whose name comes first. */
        HourOfTips best(HourOfTips other) {
            int more = Long.compare(cents, other.cents);
            return more > 0 || more == 0 && driver.compareTo(other.driver) <= 0 ? this : other;
        }
    }

    private HourlyTips() {}

    public static void main(String[] args) throws Exception {
        Ends ends = new Ends(args, 1000);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(500);

        ends.write(best(ends.read(env, Tip.class, Tip::numbered, Tip::parse)));

        ends.execute(env, "hourly tips");
    }

    static DataStream<HourOfTips> best(DataStream<Tip> tips) {
        return tips.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Tip>forBoundedOutOfOrderness(DISORDER)
                                .withTimestampAssigner((tip, ignored) -> tip.timeMs()))
                .keyBy(Tip::driver)
                .window(TumblingEventTimeWindows.of(HOUR))
                .reduce(
                        (one, other) ->
                                new Tip(one.driver(), one.cents() + other.cents(), one.timeMs()),
                        new WithHour())
                .uid("hours of drivers")
                // The sums of an hour carry its end as their time, and meet in a window of the same
                // hour.
                .windowAll(TumblingEventTimeWindows.of(HOUR))
                .reduce(HourOfTips::best)
                .uid("best of each hour");
    }

    /** Is given the one sum of an hour, and the hour. */
    private static final class WithHour
            extends ProcessWindowFunction<Tip, HourOfTips, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String driver, Context context, Iterable<Tip> sums, Collector<HourOfTips> out) {
            for (Tip sum : sums) {
                out.collect(
                        new HourOfTips(
                                driver,
                                sum.cents(),
                                Instant.ofEpochMilli(context.window().getEnd())));
            }
        }
    }
}
