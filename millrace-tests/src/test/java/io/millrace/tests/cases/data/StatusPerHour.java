// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.data;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;

/** Per status: lines and bytes of each hour, told when the hour is over in event time. */
public final class StatusPerHour extends KeyedProcessFunction<Integer, AccessLine, String> {

    private static final long serialVersionUID = 1L;
    private static final long HOUR = 3_600_000;

    private transient MapState<Long, Tuple2<Long, Long>> hours;

    @Override
    public void open(OpenContext context) {
        hours =
                getRuntimeContext()
                        .getMapState(
                                new MapStateDescriptor<>(
                                        "hours", Types.LONG, Types.TUPLE(Types.LONG, Types.LONG)));
    }

    @Override
    public void processElement(AccessLine line, Context context, Collector<String> out)
            throws Exception {
        long hour = line.timeMs() - Math.floorMod(line.timeMs(), HOUR);
        Tuple2<Long, Long> sums = hours.get(hour);
        if (sums == null) {
            sums = Tuple2.of(0L, 0L);
            context.timerService().registerEventTimeTimer(hour + HOUR - 1);
        }
        hours.put(hour, Tuple2.of(sums.f0 + 1, sums.f1 + line.bytes()));
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
            throws Exception {
        long hour = timestamp + 1 - HOUR;
        Tuple2<Long, Long> sums = hours.get(hour);
        hours.remove(hour);
        out.collect(hour + "\t" + context.getCurrentKey() + "\t" + sums.f0 + "\t" + sums.f1);
    }
}
