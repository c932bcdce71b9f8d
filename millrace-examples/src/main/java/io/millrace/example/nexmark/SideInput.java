// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.util.Collector;

/**
 * Query 13: bids enriched from a bounded table, which is read as a stream of its own. A bid that
 * comes before its row waits for it.
 */
public final class SideInput {

    private SideInput() {}

    /** A bid with the text that its row of the table has. */
    public record Enriched(long auction, long bidder, long price, long dateTime, String text) {}

    /**
     * @param table rows by number, one for each from 0 to rows - 1
     */
    public static DataStream<Enriched> of(
            DataStream<Event> events, DataStream<Tuple2<Long, String>> table, long rows) {
        return Streams.bids(events)
                .keyBy(bid -> bid.auction() % rows)
                .connect(table.keyBy(row -> row.f0))
                .process(new Enrich())
                .uid("side-input");
    }

    private static final class Enrich
            extends KeyedCoProcessFunction<Long, Bid, Tuple2<Long, String>, Enriched> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<String> text;
        private transient ListState<Bid> waiting;

        @Override
        public void open(OpenContext context) {
            text = getRuntimeContext().getState(new ValueStateDescriptor<>("text", String.class));
            waiting =
                    getRuntimeContext()
                            .getListState(new ListStateDescriptor<>("waiting", Bid.class));
        }

        @Override
        public void processElement1(Bid bid, Context context, Collector<Enriched> out)
                throws Exception {
            String found = text.value();
            if (found == null) {
                waiting.add(bid);
            } else {
                out.collect(enriched(bid, found));
            }
        }

        @Override
        public void processElement2(
                Tuple2<Long, String> row, Context context, Collector<Enriched> out)
                throws Exception {
            text.update(row.f1);
            for (Bid bid : waiting.get()) {
                out.collect(enriched(bid, row.f1));
            }
            waiting.clear();
        }

        private static Enriched enriched(Bid bid, String text) {
            return new Enriched(bid.auction(), bid.bidder(), bid.price(), bid.dateTime(), text);
        }
    }
}
