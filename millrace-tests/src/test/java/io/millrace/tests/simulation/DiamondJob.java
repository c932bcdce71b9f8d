// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;

/**
 * One stream goes two ways, one of them slow and wide, and both meet again: barriers have to be
 * aligned.
 */
final class DiamondJob implements Shape.Job {

    private static final int SPLITS = 3;
    private static final int PER_SPLIT = 12;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        DataStream<Long> numbers =
                env.fromSource(
                        new NumbersSource(world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                        WatermarkStrategy.forMonotonousTimestamps(),
                        "numbers");
        DataStream<Long> slow =
                numbers.rebalance()
                        .map(
                                number -> {
                                    world.userCode("slow way");
                                    return number;
                                })
                        .setParallelism(3);
        DataStream<Long> quick = numbers.filter(number -> number % 2 == 0);
        slow.union(quick)
                .keyBy(Expected::key)
                .process(new Meeting(world))
                .addSink(new TwoPhaseLedgerSink(world))
                .setParallelism(1);
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        long[] counts = new long[Expected.KEYS];
        for (long number = 0; number < SPLITS * PER_SPLIT; number++) {
            for (int i = 1; i <= (number % 2 == 0 ? 2 : 1); i++) {
                rows.add("number " + number + " for the " + i + ". time");
                counts[(int) Expected.key(number)]++;
            }
        }
        for (long key = 0; key < Expected.KEYS; key++) {
            rows.add("key " + key + " had " + counts[(int) key]);
        }
        rows.sort(null);
        return rows;
    }

    private static final class Meeting extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;
        private transient MapState<Long, Long> times;

        Meeting(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public void open(OpenContext context) {
            times =
                    getRuntimeContext()
                            .getMapState(new MapStateDescriptor<>("times", Long.class, Long.class));
        }

        @Override
        public void processElement(Long number, Context ctx, Collector<String> out)
                throws Exception {
            world.userCode("meeting");
            Long before = times.get(number);
            long now = before == null ? 1 : before + 1;
            times.put(number, now);
            ctx.timerService().registerEventTimeTimer(Expected.END_MS);
            out.collect("number " + number + " for the " + now + ". time");
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            long sum = 0;
            for (long n : times.values()) {
                sum += n;
            }
            out.collect("key " + ctx.getCurrentKey() + " had " + sum);
        }
    }
}
