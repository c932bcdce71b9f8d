// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.time.Duration;

/** Queries 11 and 12: how often somebody bids. */
public final class BidderActivity {

    private BidderActivity() {}

    /** How many bids somebody made from then to then. */
    public record Activity(long bidder, long bids, long start, long end) {}

    /** Query 11: in one go, with no more than ten seconds between two bids. */
    public static DataStream<Activity> sessions(DataStream<Event> events) {
        return Streams.bids(events)
                .keyBy(Bid::bidder)
                .window(EventTimeSessionWindows.withGap(Duration.ofSeconds(10)))
                .aggregate(new HotItems.Count<Bid>(), new WithWindow())
                .uid("bidder-sessions");
    }

    /** Query 12: in each stretch of this length by the clock on the wall. */
    public static DataStream<Activity> byTheClock(DataStream<Event> events, Duration length) {
        return Streams.bids(events)
                .keyBy(Bid::bidder)
                .window(TumblingProcessingTimeWindows.of(length))
                .aggregate(new HotItems.Count<Bid>(), new WithWindow())
                .uid("bidders-by-the-clock");
    }

    private static final class WithWindow
            extends ProcessWindowFunction<Long, Activity, Long, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                Long bidder, Context context, Iterable<Long> counts, Collector<Activity> out) {
            out.collect(
                    new Activity(
                            bidder,
                            counts.iterator().next(),
                            context.window().getStart(),
                            context.window().getEnd()));
        }
    }
}
