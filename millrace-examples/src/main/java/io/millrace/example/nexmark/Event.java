// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

/** One of the three things that happen at the site; the other two are null. */
public record Event(Person person, Auction auction, Bid bid) {

    static Event of(Person person) {
        return new Event(person, null, null);
    }

    static Event of(Auction auction) {
        return new Event(null, auction, null);
    }

    static Event of(Bid bid) {
        return new Event(null, null, bid);
    }

    /** When it happened, in milliseconds since the epoch. */
    public long dateTime() {
        if (bid != null) {
            return bid.dateTime();
        }
        return auction != null ? auction.dateTime() : person.dateTime();
    }
}
