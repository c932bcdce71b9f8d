// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.example.nexmark.AuctionSite;
import io.millrace.example.nexmark.AveragePrices.Average;
import io.millrace.example.nexmark.BidderActivity;
import io.millrace.example.nexmark.Event;
import io.millrace.example.nexmark.Nexmark;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedJob;
import io.millrace.testing.SimulatedWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** One of Nexmark's queries over some hundred events, as a job that is simulated. */
final class NexmarkJob implements SimulatedJob {

    /** Just before midnight, so that there are two days. */
    private static final long BEGIN = 1_700_006_400_000L - 594_000;

    private static final AuctionSite SITE = new AuctionSite(5, BEGIN, 5, 6);
    private static final int EVENTS = 240;

    /** Where in the stream they begin, so that every query finds something. */
    private static final long FIRST = 2850;

    private static final int ROWS = 1000;

    /** Numbers of the table's stream, away from those of the events. */
    private static final int TABLE = 1_000_000;

    static final NexmarkAnswers ANSWERS =
            new NexmarkAnswers(LongStream.range(FIRST, FIRST + EVENTS).mapToObj(SITE::at).toList());

    private final int query;

    NexmarkJob(int query) {
        this.query = query;
    }

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        env.getConfig().setAutoWatermarkInterval(3);
        DataStream<Event> events =
                env.fromSource(
                                new NumbersSource(world, 0, 1, EVENTS, Expected.HOLD_MS),
                                WatermarkStrategy.noWatermarks(),
                                "positions")
                        .setParallelism(1)
                        .map(n -> SITE.at(FIRST + n))
                        .returns(Event.class)
                        .setParallelism(1)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Event>forBoundedOutOfOrderness(
                                                Duration.ofMillis(SITE.maxDelayMs()))
                                        .withTimestampAssigner((event, none) -> event.dateTime()))
                        .setParallelism(1);
        DataStream<Tuple2<Long, String>> table =
                query == 13
                        ? env.fromSource(
                                        new NumbersSource(world, TABLE, 2, ROWS / 2, 0),
                                        WatermarkStrategy.noWatermarks(),
                                        "rows")
                                .map(n -> Tuple2.of(n - TABLE, "row " + (n - TABLE)))
                                .returns(Types.TUPLE(Types.LONG, Types.STRING))
                        : null;
        answers(events, table).map(Object::toString).sinkTo(new LedgerSink(world, "answers"));
    }

    private DataStream<Object> answers(
            DataStream<Event> events, DataStream<Tuple2<Long, String>> table) {
        DataStream<?> found =
                switch (query) {
                    // Shorter, so that several pass while the job runs.
                    case 12 -> BidderActivity.byTheClock(events, Duration.ofMillis(4));
                    default -> Nexmark.ask(query, events, table);
                };
        @SuppressWarnings("unchecked") // whatever they are, they are only shown
        DataStream<Object> objects = (DataStream<Object>) found;
        return objects;
    }

    @Override
    public List<String> outcome(SimulatedWorld world) {
        List<String> rows = Expected.outcome(world);
        return switch (query) {
            case 4 -> lastOfEachCategory(rows);
            case 12 -> bidsTooMany(rows);
            default -> rows;
        };
    }

    /** What {@link #outcome} must be. */
    List<String> rows() {
        return query == 12 ? List.of() : ANSWERS.to(query);
    }

    /** Those before depend on the order in which auctions end at one instant. */
    private static List<String> lastOfEachCategory(List<String> rows) {
        Map<String, String> last = new TreeMap<>();
        Map<String, Long> sold = new TreeMap<>();
        for (String row : rows) {
            String category = field(row, "category");
            long n = Long.parseLong(field(row, "sold"));
            if (sold.merge(category, n, Math::max) == n) {
                last.put(category, row);
            }
        }
        return last.values().stream().sorted().toList();
    }

    /**
     * Windows by the clock differ from run to run, and the last ones never end: but no window is
     * given twice, and none has a bid that was counted before.
     */
    private static List<String> bidsTooMany(List<String> rows) {
        List<String> wrong = new ArrayList<>();
        Map<Long, Long> counts = new TreeMap<>();
        Map<String, String> windows = new TreeMap<>();
        for (String row : rows) {
            counts.merge(
                    Long.valueOf(field(row, "bidder")),
                    Long.parseLong(field(row, "bids")),
                    Long::sum);
            String window = field(row, "bidder") + "@" + field(row, "start");
            if (windows.put(window, row) != null) {
                wrong.add("given twice: " + row);
            }
        }
        Map<Long, Long> all = ANSWERS.bidsOfBidders();
        counts.forEach(
                (bidder, n) -> {
                    if (n > all.getOrDefault(bidder, 0L)) {
                        wrong.add("bidder " + bidder + " made " + all.get(bidder) + ", not " + n);
                    }
                });
        if (rows.isEmpty()) {
            wrong.add("nothing was counted");
        }
        return wrong;
    }

    /** A component of a record, out of its text; see {@link Average} and {@link BidderActivity}. */
    private static String field(String row, String name) {
        int begin = Math.max(row.indexOf("[" + name + "="), row.indexOf(" " + name + "="));
        int end = row.indexOf(',', begin);
        return row.substring(begin + name.length() + 2, end < 0 ? row.indexOf(']', begin) : end);
    }
}
