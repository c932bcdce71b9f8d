// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.util.SplittableRandom;

/**
 * Finds bursts of failed logins. A burst is a session of failures of one user; it is over after ten
 * quiet seconds, for administrators after a minute: each record says how long a gap it bears.
 *
 * <pre>
 * bin/millrace run examples/LoginBursts.jar
 * </pre>
 */
public final class LoginBursts {

    static final int BURST = 5;

    /** Somebody has failed to log in. */
    public record Failure(String user, long timeMs) {

        boolean isAdministrator() {
            return user.startsWith("admin");
        }

        long gapMs() {
            return isAdministrator() ? 60_000 : 10_000;
        }

        /** One about every four seconds. */
        static Failure numbered(long n) {
            SplittableRandom random = new SplittableRandom(n / 7);
            String user = random.nextInt(3) == 0 ? "admin" : "user-" + random.nextInt(5);
            return new Failure(user, n * 4_000);
        }
    }

    /** Too many failures in a row. */
    public record Burst(String user, long failures, long startMs, long endMs) {}

    private LoginBursts() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        bursts(env.fromSequence(0, 699).map(Failure::numbered)).print();

        env.execute("login bursts");
    }

    static DataStream<Burst> bursts(DataStream<Failure> failures) {
        return failures.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Failure>forMonotonousTimestamps()
                                .withTimestampAssigner((failure, ignored) -> failure.timeMs()))
                .keyBy(Failure::user)
                .window(EventTimeSessionWindows.withDynamicGap(Failure::gapMs))
                .process(new TooMany())
                .uid("bursts");
    }

    private static final class TooMany
            extends ProcessWindowFunction<Failure, Burst, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String user, Context context, Iterable<Failure> failures, Collector<Burst> out) {
            long count = 0;
            for (Failure ignored : failures) {
                count++;
            }
            if (count >= BURST) {
                TimeWindow window = context.window();
                out.collect(new Burst(user, count, window.getStart(), window.getEnd()));
            }
        }
    }
}
