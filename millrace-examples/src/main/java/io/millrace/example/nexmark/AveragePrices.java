// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example.nexmark;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;

/**
 * Query 4: the average price at which the things of a category were sold, anew with each sale.
 * Stands on query 9.
 */
public final class AveragePrices {

    private AveragePrices() {}

    /**
     * What a category has fetched so far.
     *
     * @param average in cents, rounded down
     */
    public record Average(long category, long sold, long average) {}

    public static DataStream<Average> of(DataStream<Event> events) {
        return WinningBids.of(events)
                .keyBy(WinningBids.Win::category)
                .process(new RunningAverage())
                .uid("average-prices");
    }

    private static final class RunningAverage
            extends KeyedProcessFunction<Long, WinningBids.Win, Average> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> sold;
        private transient ValueState<Long> sum;

        @Override
        public void open(OpenContext context) {
            sold = getRuntimeContext().getState(new ValueStateDescriptor<>("sold", Long.class));
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Long.class));
        }

        @Override
        public void processElement(WinningBids.Win win, Context context, Collector<Average> out)
                throws Exception {
            long n = sold.value() == null ? 1 : sold.value() + 1;
            long total = sum.value() == null ? win.price() : sum.value() + win.price();
            sold.update(n);
            sum.update(total);
            out.collect(new Average(context.getCurrentKey(), n, total / n));
        }
    }
}
