// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.streaming.api.datastream.DataStream;
import java.time.Instant;
import java.time.ZoneOffset;

/** Queries 0, 1, 2 and 14: one event in, at most one out, nothing remembered. */
public final class Selections {

    private Selections() {}

    /** Query 0: what the engine costs by itself. Every event as it is. */
    public static DataStream<Event> passThrough(DataStream<Event> events) {
        return events.map(event -> event).returns(Event.class);
    }

    /**
     * A bid in euros.
     *
     * @param price in hundredths of a cent of a euro, so that it is a whole number
     */
    public record EuroBid(long auction, long bidder, long price, long dateTime) {}

    /** Query 1: prices in euros, at 0.908 to the dollar. */
    public static DataStream<EuroBid> currencyConversion(DataStream<Event> events) {
        return Streams.bids(events)
                .map(
                        bid ->
                                new EuroBid(
                                        bid.auction(),
                                        bid.bidder(),
                                        bid.price() * 908 / 10,
                                        bid.dateTime()))
                .returns(EuroBid.class);
    }

    /** A bid for one of the auctions asked for. */
    public record Selected(long auction, long price) {}

    /** Query 2: the bids for each 123rd auction. */
    public static DataStream<Selected> selection(DataStream<Event> events) {
        return Streams.bids(events)
                .filter(bid -> bid.auction() % 123 == 0)
                .map(bid -> new Selected(bid.auction(), bid.price()))
                .returns(Selected.class);
    }

    /**
     * A bid of middle size, with what was calculated.
     *
     * @param timeType "day" from 8 to 18 o'clock UTC, "night" from 20 to 6, else "other"
     * @param cs how many letters c its extra text has
     */
    public record Calculated(
            long auction, long bidder, long price, String timeType, long dateTime, int cs) {}

    /** Query 14: calculations on the bids between one million and fifty million. */
    public static DataStream<Calculated> calculation(DataStream<Event> events) {
        return Streams.bids(events)
                .filter(bid -> bid.price() * 908 > 1_000_000_000L)
                .filter(bid -> bid.price() * 908 < 50_000_000_000L)
                .map(
                        bid ->
                                new Calculated(
                                        bid.auction(),
                                        bid.bidder(),
                                        bid.price() * 908 / 10,
                                        timeType(bid.dateTime()),
                                        bid.dateTime(),
                                        (int) bid.extra().chars().filter(c -> c == 'c').count()))
                .returns(Calculated.class);
    }

    private static String timeType(long dateTime) {
        int hour = Instant.ofEpochMilli(dateTime).atOffset(ZoneOffset.UTC).getHour();
        if (hour >= 8 && hour <= 18) {
            return "day";
        }
        return hour <= 6 || hour >= 20 ? "night" : "other";
    }
}
