// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.functions.windowing.ProcessAllWindowFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.time.Duration;

/**
 * Query 5: which auctions had the most bids in the last ten seconds, every two seconds. Counts per
 * auction in sliding windows, then the most of each window; all that share the first place.
 */
public final class HotItems {

    private static final Duration SIZE = Duration.ofSeconds(10);
    private static final Duration SLIDE = Duration.ofSeconds(2);

    private HotItems() {}

    /** How many bids an auction had in the window that ends then. */
    public record Hot(long windowEnd, long auction, long bids) {}

    public static DataStream<Hot> of(DataStream<Event> events) {
        return Streams.bids(events)
                .keyBy(Bid::auction)
                .window(SlidingEventTimeWindows.of(SIZE, SLIDE))
                .aggregate(new Count<Bid>(), new WithWindow())
                .uid("bids-per-auction")
                // What a window gives has the timestamp of its last millisecond, so that between
                // two
                // slides there are the counts of exactly one window.
                .windowAll(TumblingEventTimeWindows.of(SLIDE))
                .process(new Most())
                .uid("most-bids");
    }

    /** Counts. */
    static final class Count<T> implements AggregateFunction<T, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(T value, Long count) {
            return count + 1;
        }

        @Override
        public Long getResult(Long count) {
            return count;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    private static final class WithWindow
            extends ProcessWindowFunction<Long, Hot, Long, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                Long auction, Context context, Iterable<Long> counts, Collector<Hot> out) {
            out.collect(new Hot(context.window().getEnd(), auction, counts.iterator().next()));
        }
    }

    private static final class Most extends ProcessAllWindowFunction<Hot, Hot, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(Context context, Iterable<Hot> counts, Collector<Hot> out) {
            long most = 0;
            for (Hot hot : counts) {
                most = Math.max(most, hot.bids());
            }
            for (Hot hot : counts) {
                if (hot.bids() == most) {
                    out.collect(hot);
                }
            }
        }
    }
}
