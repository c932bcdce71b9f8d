// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessAllWindowFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Finds the three pages with the most views of each five minutes: counts each page's views in a
 * window, and then sorts the counts of one window, which carry its end as their time.
 *
 * <pre>
 * bin/millrace run examples/TopPages.jar
 * </pre>
 */
public final class TopPages {

    private static final Duration SPAN = Duration.ofMinutes(5);
    private static final int TOP = 3;

    /** Somebody has seen a page. */
    public record View(String page, long timeMs) {

        /** One a second; pages with small numbers are seen more. */
        static View numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            return new View("/page/" + random.nextInt(1 + random.nextInt(12)), n * 1000);
        }
    }

    /** How often a page was seen in a window. */
    public record Views(String page, long count, long endMs) {}

    private TopPages() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        top(env.fromSequence(0, 1799).map(View::numbered)).print();

        env.execute("top pages");
    }

    static DataStream<List<Views>> top(DataStream<View> views) {
        return views.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<View>forMonotonousTimestamps()
                                .withTimestampAssigner((view, ignored) -> view.timeMs()))
                .keyBy(View::page)
                .window(TumblingEventTimeWindows.of(SPAN))
                .aggregate(new Count(), new WithEnd())
                .uid("counts")
                .windowAll(TumblingEventTimeWindows.of(SPAN))
                .process(new MostViewed())
                .uid("top");
    }

    private static final class Count implements AggregateFunction<View, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(View view, Long count) {
            return count + 1;
        }

        @Override
        public Long getResult(Long count) {
            return count;
        }

        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }

    private static final class WithEnd
            extends ProcessWindowFunction<Long, Views, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String page, Context context, Iterable<Long> counts, Collector<Views> out) {
            for (long count : counts) {
                out.collect(new Views(page, count, context.window().getEnd()));
            }
        }
    }

    private static final class MostViewed
            extends ProcessAllWindowFunction<Views, List<Views>, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(Context context, Iterable<Views> all, Collector<List<Views>> out) {
            List<Views> sorted = new ArrayList<>();
            all.forEach(sorted::add);
            sorted.sort(
                    Comparator.comparingLong(Views::count).reversed().thenComparing(Views::page));
            out.collect(new ArrayList<>(sorted.subList(0, Math.min(TOP, sorted.size()))));
        }
    }
}
