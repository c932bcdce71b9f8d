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
import java.util.Set;

/**
 * Query 3: who offers something in category 10 from Oregon, Idaho or California. A join without a
 * window: each side waits in state for the other for ever.
 */
public final class LocalItems {

    private static final Set<String> STATES = Set.of("OR", "ID", "CA");

    private LocalItems() {}

    /** A thing somebody nearby offers. */
    public record Item(String seller, String city, String state, long auction) {}

    public static DataStream<Item> of(DataStream<Event> events) {
        return Streams.people(events)
                .filter(person -> STATES.contains(person.state()))
                .keyBy(Person::id)
                .connect(
                        Streams.auctions(events)
                                .filter(auction -> auction.category() == 10)
                                .keyBy(Auction::seller))
                .process(new Match())
                .uid("local-items");
    }

    private static final class Match extends KeyedCoProcessFunction<Long, Person, Auction, Item> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Person> seller;
        private transient ListState<Long> waiting;

        @Override
        public void open(OpenContext context) {
            seller =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("seller", Person.class));
            waiting =
                    getRuntimeContext()
                            .getListState(new ListStateDescriptor<>("waiting", Long.class));
        }

        @Override
        public void processElement1(Person person, Context context, Collector<Item> out)
                throws Exception {
            seller.update(person);
            for (long auction : waiting.get()) {
                out.collect(item(person, auction));
            }
            waiting.clear();
        }

        @Override
        public void processElement2(Auction auction, Context context, Collector<Item> out)
                throws Exception {
            Person person = seller.value();
            if (person == null) {
                waiting.add(auction.id());
            } else {
                out.collect(item(person, auction.id()));
            }
        }

        private static Item item(Person person, long auction) {
            return new Item(person.name(), person.city(), person.state(), auction);
        }
    }
}
