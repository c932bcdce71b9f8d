// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import java.time.LocalDate;
import java.util.Objects;

/**
 * Queries 15 and 16: the bids of each day, of all channels together or of each by itself, counted
 * by three ranges of price, with how many bidders and auctions there were. Given when the day is
 * over.
 */
public final class BidStatistics {

    /** Prices below the first are rank 1, below the second rank 2, the others rank 3. */
    private static final long[] RANKS = {10_000, 1_000_000};

    private static final long DAY_MS = 24 * 60 * 60 * 1000L;

    private BidStatistics() {}

    /**
     * A day's bids: how many, of all ranks and of each, and how many bidders and auctions had them.
     *
     * @param channel empty for all channels together
     * @param lastMinute minutes from the day's beginning to its last bid
     */
    public record Day(
            String channel,
            String day,
            long lastMinute,
            long bids,
            long bids1,
            long bids2,
            long bids3,
            long bidders,
            long bidders1,
            long bidders2,
            long bidders3,
            long auctions,
            long auctions1,
            long auctions2,
            long auctions3) {}

    /** Query 15: all channels together. */
    public static DataStream<Day> ofAll(DataStream<Event> events) {
        return of(events, false);
    }

    /** Query 16: each channel by itself. */
    public static DataStream<Day> ofChannels(DataStream<Event> events) {
        return of(events, true);
    }

    private static DataStream<Day> of(DataStream<Event> events, boolean byChannel) {
        return Streams.bids(events)
                .keyBy(
                        bid ->
                                Tuple2.of(
                                        byChannel ? bid.channel() : "",
                                        Math.floorDiv(bid.dateTime(), DAY_MS)),
                        Types.TUPLE(Types.STRING, Types.LONG))
                .process(new CountDay())
                .uid(byChannel ? "channel-statistics" : "bid-statistics");
    }

    /** Counts while the day lasts. */
    private static final class CountDay
            extends KeyedProcessFunction<Tuple2<String, Long>, Bid, Day> {
        private static final long serialVersionUID = 1L;

        /** All bids, and those of each rank. */
        private static final int COUNTS = 1 + 3;

        private transient ValueState<long[]> counts;
        private transient ValueState<Long> lastBid;

        /** By bidder, for which of the counts they were counted; a bit each. */
        private transient MapState<Long, Integer> bidders;

        private transient MapState<Long, Integer> auctions;

        @Override
        public void open(OpenContext context) {
            counts =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("counts", long[].class));
            lastBid =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("last bid", Long.class));
            bidders =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("bidders", Long.class, Integer.class));
            auctions =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>(
                                            "auctions", Long.class, Integer.class));
        }

        @Override
        public void processElement(Bid bid, Context context, Collector<Day> out) throws Exception {
            long[] now = counts.value();
            if (now == null) {
                now = new long[3 * COUNTS];
                long dayEnd = (context.getCurrentKey().f1 + 1) * DAY_MS;
                context.timerService().registerEventTimeTimer(dayEnd - 1);
            }
            int rank = rank(bid.price());
            now[0]++;
            now[rank]++;
            countNew(bidders, bid.bidder(), rank, now, COUNTS);
            countNew(auctions, bid.auction(), rank, now, 2 * COUNTS);
            counts.update(now);
            Long last = lastBid.value();
            lastBid.update(last == null ? bid.dateTime() : Math.max(last, bid.dateTime()));
        }

        private static int rank(long price) {
            return price < RANKS[0] ? 1 : price < RANKS[1] ? 2 : 3;
        }

        private static void countNew(
                MapState<Long, Integer> seen, long id, int rank, long[] counts, int at)
                throws Exception {
            int before = Objects.requireNonNullElse(seen.get(id), 0);
            if (before == 0) {
                counts[at]++;
            }
            if ((before & 1 << rank) == 0) {
                counts[at + rank]++;
                seen.put(id, before | 1 << rank);
            }
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<Day> out)
                throws Exception {
            long[] n = counts.value();
            long day = context.getCurrentKey().f1;
            out.collect(
                    new Day(
                            context.getCurrentKey().f0,
                            LocalDate.ofEpochDay(day).toString(),
                            (lastBid.value() - day * DAY_MS) / 60_000,
                            n[0],
                            n[1],
                            n[2],
                            n[3],
                            n[4],
                            n[5],
                            n[6],
                            n[7],
                            n[8],
                            n[9],
                            n[10],
                            n[11]));
            counts.clear();
            lastBid.clear();
            bidders.clear();
            auctions.clear();
        }
    }
}
