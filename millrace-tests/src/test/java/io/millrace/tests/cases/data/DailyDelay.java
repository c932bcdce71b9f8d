// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.data;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple4;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;

/**
 * Per airport: flights, largest delay and sum of delays of each day; flights come in order of
 * departure.
 */
public final class DailyDelay extends KeyedProcessFunction<String, Flight, String> {

    private static final long serialVersionUID = 1L;
    private static final long DAY = 86_400_000;

    /** Day, flights, largest delay, sum. */
    private transient ValueState<Tuple4<Long, Long, Integer, Long>> today;

    @Override
    public void open(OpenContext context) {
        today =
                getRuntimeContext()
                        .getState(
                                new ValueStateDescriptor<>(
                                        "today",
                                        Types.TUPLE(
                                                Types.LONG, Types.LONG, Types.INT, Types.LONG)));
    }

    @Override
    public void processElement(Flight flight, Context context, Collector<String> out)
            throws Exception {
        long day = flight.timeMs() - Math.floorMod(flight.timeMs(), DAY);
        Tuple4<Long, Long, Integer, Long> sums = today.value();
        if (sums != null && sums.f0 != day) {
            tell(
                    sums,
                    context.getCurrentKey(),
                    out); // a record may come before the timer of the day before
            sums = null;
        }
        if (sums == null) {
            sums = Tuple4.of(day, 0L, Integer.MIN_VALUE, 0L);
            context.timerService().registerEventTimeTimer(day + DAY - 1);
        }
        today.update(
                Tuple4.of(
                        day,
                        sums.f1 + 1,
                        Math.max(sums.f2, flight.delay()),
                        sums.f3 + flight.delay()));
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
            throws Exception {
        Tuple4<Long, Long, Integer, Long> sums = today.value();
        if (sums != null && sums.f0 + DAY - 1 == timestamp) {
            tell(sums, context.getCurrentKey(), out);
            today.clear();
        }
    }

    private static void tell(
            Tuple4<Long, Long, Integer, Long> sums, String origin, Collector<String> out) {
        out.collect(sums.f0 + "\t" + origin + "\t" + sums.f1 + "\t" + sums.f2 + "\t" + sums.f3);
    }
}
