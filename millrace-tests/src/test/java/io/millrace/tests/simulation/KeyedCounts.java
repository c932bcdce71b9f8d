// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Uses all kinds of keyed state, timers of both domains and a side output. What it emits does not
 * depend on the order in which the numbers of a key come.
 */
final class KeyedCounts extends KeyedProcessFunction<Long, Long, String> {

    private static final long serialVersionUID = 1L;

    static final OutputTag<String> SIDE = new OutputTag<>("side") {};

    private final SimulatedWorld world;
    private transient ValueState<Long> count;
    private transient ListState<Long> seen;
    private transient MapState<Long, Long> windows;
    private transient ReducingState<Long> sum;
    private transient AggregatingState<Long, Long> mixed;

    KeyedCounts(SimulatedWorld world) {
        this.world = world;
    }

    @Override
    public void open(OpenContext context) {
        count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        seen = getRuntimeContext().getListState(new ListStateDescriptor<>("seen", Long.class));
        windows =
                getRuntimeContext()
                        .getMapState(new MapStateDescriptor<>("windows", Long.class, Long.class));
        sum =
                getRuntimeContext()
                        .getReducingState(
                                new ReducingStateDescriptor<>("sum", Long::sum, Long.class));
        mixed =
                getRuntimeContext()
                        .getAggregatingState(
                                new AggregatingStateDescriptor<>(
                                        "mixed", new Mixing(), Long.class));
    }

    @Override
    public void processElement(Long number, Context ctx, Collector<String> out) throws Exception {
        long key = ctx.getCurrentKey();
        long n = count.value() == null ? 1 : count.value() + 1;
        count.update(n);
        if (n == 1) {
            ctx.timerService().registerProcessingTimeTimer(Expected.TICK_MS);
            ctx.timerService().registerEventTimeTimer(Expected.END_MS);
        }
        world.userCode("keyed counts");
        long window = Expected.windowOf(number);
        Long inWindow = windows.get(window);
        windows.put(window, inWindow == null ? 1 : inWindow + 1);
        ctx.timerService().registerEventTimeTimer(window);
        seen.add(number);
        sum.add(number);
        mixed.add(number);
        out.collect("count " + key + "=" + n);
        ctx.output(SIDE, "side " + number);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
            throws Exception {
        long key = ctx.getCurrentKey();
        world.userCode("timer");
        if (ctx.timeDomain() == TimeDomain.PROCESSING_TIME) {
            out.collect("tick " + key);
        } else if (timestamp == Expected.END_MS) {
            List<Long> all = new ArrayList<>();
            seen.get().forEach(all::add);
            all.sort(null);
            out.collect("end " + key + " " + all + " " + sum.get() + " " + mixed.get());
        } else {
            out.collect("window " + key + "@" + timestamp + "=" + windows.get(timestamp));
            windows.remove(timestamp);
        }
    }

    /** Does not depend on order. */
    static long mix(long a, long b) {
        return a + b * b;
    }

    private static final class Mixing implements AggregateFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long value, Long accumulator) {
            return mix(accumulator, value);
        }

        @Override
        public Long getResult(Long accumulator) {
            return accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    /** What it emits for so many numbers. */
    static List<String> rows(long from, int n) {
        List<String> rows = new ArrayList<>(Expected.counts("count ", from, n));
        for (long key = 0; key < Expected.KEYS; key++) {
            List<Long> all = new ArrayList<>();
            long[] windows = new long[64];
            long sum = 0;
            long mixed = 0;
            for (long number = from; number < from + n; number++) {
                if (Expected.key(number) == key) {
                    all.add(number);
                    windows[(int) (Expected.windowOf(number) / Expected.WINDOW_MS)]++;
                    sum += number;
                    mixed = mix(mixed, number);
                    rows.add("side " + number);
                }
            }
            for (int i = 0; i < windows.length; i++) {
                if (windows[i] > 0) {
                    rows.add(
                            "window "
                                    + key
                                    + "@"
                                    + ((i + 1) * Expected.WINDOW_MS - 1)
                                    + "="
                                    + windows[i]);
                }
            }
            rows.addAll(
                    Arrays.asList(
                            "tick " + key, "end " + key + " " + all + " " + sum + " " + mixed));
        }
        rows.sort(null);
        return rows;
    }
}
