// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.functions.windowing.ProcessAllWindowFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Query 7: the highest bids of each ten seconds; all of them, if there are several. */
public final class HighestBids {

    private HighestBids() {}

    /** One of the highest bids of the window that ends then. */
    public record Highest(long windowEnd, long auction, long bidder, long price, long dateTime) {}

    public static DataStream<Highest> of(DataStream<Event> events) {
        return Streams.bids(events)
                .windowAll(TumblingEventTimeWindows.of(Duration.ofSeconds(10)))
                .aggregate(new Top(), new WithWindow())
                .uid("highest-bids");
    }

    private static final class Top implements AggregateFunction<Bid, List<Bid>, List<Bid>> {
        private static final long serialVersionUID = 1L;

        @Override
        public List<Bid> createAccumulator() {
            return new ArrayList<>();
        }

        @Override
        public List<Bid> add(Bid bid, List<Bid> top) {
            if (!top.isEmpty() && bid.price() > top.get(0).price()) {
                top.clear();
            }
            if (top.isEmpty() || bid.price() == top.get(0).price()) {
                top.add(bid);
            }
            return top;
        }

        @Override
        public List<Bid> getResult(List<Bid> top) {
            return top;
        }

        @Override
        public List<Bid> merge(List<Bid> a, List<Bid> b) {
            for (Bid bid : b) {
                add(bid, a);
            }
            return a;
        }
    }

    private static final class WithWindow
            extends ProcessAllWindowFunction<List<Bid>, Highest, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(Context context, Iterable<List<Bid>> tops, Collector<Highest> out) {
            for (Bid bid : tops.iterator().next()) {
                out.collect(
                        new Highest(
                                context.window().getEnd(),
                                bid.auction(),
                                bid.bidder(),
                                bid.price(),
                                bid.dateTime()));
            }
        }
    }
}
