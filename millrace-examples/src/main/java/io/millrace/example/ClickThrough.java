// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.CoGroupFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Computes for each advertisement how many of those who saw it in a minute clicked on it: two
 * streams meet in windows, and what one has without the other counts, too.
 *
 * <pre>
 * bin/millrace run examples/ClickThrough.jar
 * </pre>
 */
public final class ClickThrough {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** An advertisement was shown or clicked on. */
    public record AdEvent(String ad, long timeMs) {

        /** Two a second. */
        static AdEvent shown(long n) {
            return new AdEvent("ad-" + new SplittableRandom(n).nextInt(4), n * 500);
        }

        /** One about every four seconds. */
        static AdEvent clicked(long n) {
            return new AdEvent("ad-" + new SplittableRandom(-n).nextInt(4), n * 4_000);
        }
    }

    /** What came of an advertisement in a minute. */
    public record Rate(String ad, long shown, long clicked) {

        double percent() {
            return shown == 0 ? 0 : 100.0 * clicked / shown;
        }
    }

    private ClickThrough() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        DataStream<AdEvent> shown = env.fromSequence(0, 1199).map(AdEvent::shown);
        DataStream<AdEvent> clicked = env.fromSequence(0, 149).map(AdEvent::clicked);
        rates(shown, clicked).map(rate -> rate + ": " + rate.percent() + " %").print();

        env.execute("click-through rates");
    }

    static DataStream<Rate> rates(DataStream<AdEvent> shown, DataStream<AdEvent> clicked) {
        return timed(shown)
                .coGroup(timed(clicked))
                .where(AdEvent::ad)
                .equalTo(AdEvent::ad)
                .window(TumblingEventTimeWindows.of(MINUTE))
                .apply(new CountBoth());
    }

    private static DataStream<AdEvent> timed(DataStream<AdEvent> events) {
        return events.assignTimestampsAndWatermarks(
                WatermarkStrategy.<AdEvent>forMonotonousTimestamps()
                        .withTimestampAssigner((event, ignored) -> event.timeMs()));
    }

    private static final class CountBoth implements CoGroupFunction<AdEvent, AdEvent, Rate> {
        private static final long serialVersionUID = 1L;

        @Override
        public void coGroup(
                Iterable<AdEvent> shown, Iterable<AdEvent> clicked, Collector<Rate> out) {
            String ad = null;
            long timesShown = 0;
            for (AdEvent event : shown) {
                ad = event.ad();
                timesShown++;
            }
            long timesClicked = 0;
            for (AdEvent event : clicked) {
                ad = event.ad();
                timesClicked++;
            }
            out.collect(new Rate(ad, timesShown, timesClicked));
        }
    }
}
