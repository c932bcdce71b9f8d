// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Cuts what each visitor does into sessions: a new one begins after half an hour without a click.
 *
 * <pre>
 * bin/millrace run examples/Sessions.jar
 * </pre>
 */
public final class Sessions {

    private static final Duration GAP = Duration.ofMinutes(30);

    /** How much later than its neighbours a click may come. */
    private static final Duration DISORDER = Duration.ofMinutes(1);

    /** Somebody has asked for a page. */
    public record Click(String visitor, long timeMs) {

        /** One about every minute, a little out of order. */
        static Click numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            return new Click("visitor-" + random.nextInt(20), n * 60_000 - random.nextInt(30_000));
        }
    }

    /**
     * Clicks without a pause.
     *
     * @param endMs half an hour after the last click, when it was over
     */
    public record Session(String visitor, long startMs, long endMs, long clicks) {}

    private Sessions() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        sessions(env.fromSequence(0, 999).map(Click::numbered)).print();

        env.execute("sessions");
    }

    static DataStream<Session> sessions(DataStream<Click> clicks) {
        return clicks.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Click>forBoundedOutOfOrderness(DISORDER)
                                .withTimestampAssigner((click, ignored) -> click.timeMs()))
                .keyBy(Click::visitor)
                .window(EventTimeSessionWindows.withGap(GAP))
                .aggregate(new Count(), new WithTimes())
                .uid("sessions");
    }

    private static final class Count implements AggregateFunction<Click, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Click click, Long count) {
            return count + 1;
        }

        @Override
        public Long getResult(Long count) {
            return count;
        }

        /** Two sessions have become one: a click fell between them. */
        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }

    private static final class WithTimes
            extends ProcessWindowFunction<Long, Session, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String visitor, Context context, Iterable<Long> counts, Collector<Session> out) {
            TimeWindow window = context.window();
            for (long count : counts) {
                out.collect(new Session(visitor, window.getStart(), window.getEnd(), count));
            }
        }
    }
}
