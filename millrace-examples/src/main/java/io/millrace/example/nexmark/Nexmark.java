// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.time.Duration;
import java.util.List;

/**
 * Runs one of Nexmark's queries over events of the {@link AuctionSite} and prints what it finds.
 *
 * <pre>
 * bin/millrace run examples/Nexmark.jar 5 100000
 * </pre>
 */
public final class Nexmark {

    /** The queries that can be asked for. */
    public static final List<Integer> QUERIES =
            List.of(0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 15, 16);

    private static final long ROWS = 1000;

    private Nexmark() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 2) {
            System.err.println("Usage: Nexmark [QUERY [EVENTS]], QUERY one of " + QUERIES);
            System.exit(2);
        }
        int query = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        long events = args.length > 1 ? Long.parseLong(args[1]) : 20_000;
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        AuctionSite site = new AuctionSite(1, 1_700_000_000_000L, 500, 50);
        ask(query, events(env, site, events), table(env)).print();
        env.execute("nexmark query " + query);
    }

    /** The first events of the site, with their timestamps and watermarks. */
    public static DataStream<Event> events(
            StreamExecutionEnvironment env, AuctionSite site, long count) {
        return env.fromSequence(0, count - 1)
                .setParallelism(1) // so that event time advances evenly
                .uid("positions")
                .map(site)
                .setParallelism(1)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Event>forBoundedOutOfOrderness(
                                        Duration.ofMillis(site.maxDelayMs()))
                                .withTimestampAssigner((event, none) -> event.dateTime()))
                .setParallelism(1);
    }

    /** The table of query 13. */
    public static DataStream<Tuple2<Long, String>> table(StreamExecutionEnvironment env) {
        return env.fromSequence(0, ROWS - 1)
                .uid("rows")
                .map(row -> Tuple2.of(row, "row " + row))
                .returns(Types.TUPLE(Types.LONG, Types.STRING));
    }

    /**
     * The answers to a query.
     *
     * @throws IllegalArgumentException a number that is none of {@link #QUERIES}
     */
    public static DataStream<?> ask(
            int query, DataStream<Event> events, DataStream<Tuple2<Long, String>> table) {
        return switch (query) {
            case 0 -> Selections.passThrough(events);
            case 1 -> Selections.currencyConversion(events);
            case 2 -> Selections.selection(events);
            case 3 -> LocalItems.of(events);
            case 4 -> AveragePrices.of(events);
            case 5 -> HotItems.of(events);
            case 7 -> HighestBids.of(events);
            case 8 -> NewSellers.of(events);
            case 9 -> WinningBids.of(events);
            case 11 -> BidderActivity.sessions(events);
            case 12 -> BidderActivity.byTheClock(events, Duration.ofSeconds(10));
            case 13 -> SideInput.of(events, table, ROWS);
            case 14 -> Selections.calculation(events);
            case 15 -> BidStatistics.ofAll(events);
            case 16 -> BidStatistics.ofChannels(events);
            default ->
                    throw new IllegalArgumentException(
                            "There is no query " + query + " here, but these: " + QUERIES);
        };
    }
}
