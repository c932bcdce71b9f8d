// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Query 9: the bid that wins each auction, once the auction has ended: the highest from its
 * beginning to its end, both included; of equal ones the earliest, then that of the bidder with the
 * smaller number. An auction without a bid has no winner.
 */
public final class WinningBids {

    /** The winning one comes last. */
    private static final Comparator<Bid> RANK =
            Comparator.comparingLong(Bid::price)
                    .thenComparing(Comparator.comparingLong(Bid::dateTime).reversed())
                    .thenComparing(Comparator.comparingLong(Bid::bidder).reversed());

    private WinningBids() {}

    /** Who won what. */
    public record Win(
            long auction, long category, long seller, long bidder, long price, long dateTime) {}

    public static DataStream<Win> of(DataStream<Event> events) {
        return Streams.auctions(events)
                .keyBy(Auction::id)
                .connect(Streams.bids(events).keyBy(Bid::auction))
                .process(new AuctionEnd())
                .uid("winning-bids");
    }

    /** Remembers the best bid of an auction; bids that come before the auction itself wait. */
    private static final class AuctionEnd extends KeyedCoProcessFunction<Long, Auction, Bid, Win> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Auction> open;
        private transient ValueState<Bid> best;
        private transient ListState<Bid> early;

        @Override
        public void open(OpenContext context) {
            open = getRuntimeContext().getState(new ValueStateDescriptor<>("open", Auction.class));
            best = getRuntimeContext().getState(new ValueStateDescriptor<>("best", Bid.class));
            early = getRuntimeContext().getListState(new ListStateDescriptor<>("early", Bid.class));
        }

        @Override
        public void processElement1(Auction auction, Context context, Collector<Win> out)
                throws Exception {
            open.update(auction);
            for (Bid bid : early.get()) {
                consider(bid, auction);
            }
            early.clear();
            context.timerService().registerEventTimeTimer(auction.expires());
        }

        @Override
        public void processElement2(Bid bid, Context context, Collector<Win> out) throws Exception {
            Auction auction = open.value();
            if (auction != null) {
                consider(bid, auction);
            } else if (bid.dateTime() > context.timerService().currentWatermark()) {
                // No bid for an auction that nobody announced: those are dropped when they are old.
                early.add(bid);
                context.timerService().registerEventTimeTimer(bid.dateTime());
            }
        }

        private void consider(Bid bid, Auction auction) throws Exception {
            if (bid.dateTime() < auction.dateTime() || bid.dateTime() > auction.expires()) {
                return;
            }
            Bid before = best.value();
            if (before == null || RANK.compare(bid, before) > 0) {
                best.update(bid);
            }
        }

        private void dropEarlyUntil(long timestamp) throws Exception {
            List<Bid> left = new ArrayList<>();
            for (Bid bid : early.get()) {
                if (bid.dateTime() > timestamp) {
                    left.add(bid);
                }
            }
            early.update(left);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<Win> out)
                throws Exception {
            Auction auction = open.value();
            if (auction == null) {
                dropEarlyUntil(timestamp); // an auction that began before them would have come
                return;
            }
            if (timestamp != auction.expires()) {
                return;
            }
            Bid winner = best.value();
            if (winner != null) {
                out.collect(
                        new Win(
                                auction.id(),
                                auction.category(),
                                auction.seller(),
                                winner.bidder(),
                                winner.price(),
                                winner.dateTime()));
            }
            open.clear();
            best.clear();
        }
    }
}
