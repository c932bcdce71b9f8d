// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.api.common.functions.CoGroupFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.util.Collector;
import java.time.Duration;

/** Query 8: who registered and offered something within the same ten seconds. */
public final class NewSellers {

    private static final Duration WINDOW = Duration.ofSeconds(10);

    private NewSellers() {}

    /** Somebody new, and the beginning of the ten seconds. */
    public record NewSeller(long id, String name, long windowStart) {}

    public static DataStream<NewSeller> of(DataStream<Event> events) {
        return Streams.people(events)
                .coGroup(Streams.auctions(events))
                .where(Person::id)
                .equalTo(Auction::seller)
                .window(TumblingEventTimeWindows.of(WINDOW))
                .apply(new Both());
    }

    private static final class Both implements CoGroupFunction<Person, Auction, NewSeller> {
        private static final long serialVersionUID = 1L;

        @Override
        public void coGroup(
                Iterable<Person> people, Iterable<Auction> auctions, Collector<NewSeller> out) {
            if (!auctions.iterator().hasNext()) {
                return;
            }
            for (Person person : people) {
                long start = person.dateTime() - person.dateTime() % WINDOW.toMillis();
                out.collect(new NewSeller(person.id(), person.name(), start));
            }
        }
    }
}
