// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.streaming.api.datastream.DataStream;

/** The three streams within the one. */
final class Streams {

    private Streams() {}

    static DataStream<Bid> bids(DataStream<Event> events) {
        return events.filter(event -> event.bid() != null).map(Event::bid).returns(Bid.class);
    }

    static DataStream<Auction> auctions(DataStream<Event> events) {
        return events.filter(event -> event.auction() != null)
                .map(Event::auction)
                .returns(Auction.class);
    }

    static DataStream<Person> people(DataStream<Event> events) {
        return events.filter(event -> event.person() != null)
                .map(Event::person)
                .returns(Person.class);
    }
}
