// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Two sources that wait for each other by their watermarks, with splits that can fall idle: such
 * waiting must neither stand in the way of a checkpoint nor outlive a failure. Behind them is state
 * that expires: some that never does while the job runs, and some that does all the time. When the
 * end of time comes is no part of the result: it passes once all sources have ended or are idle.
 */
final class AlignedJob implements Shape.Job {

    private static final int PER_SPLIT = 15;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        numbers(env, world, 0, 3)
                .union(numbers(env, world, 3 * PER_SPLIT, 2))
                .keyBy(Expected::key)
                .process(new Count(world))
                .sinkTo(new LedgerSink(world, "writer"));
    }

    private static DataStream<Long> numbers(
            StreamExecutionEnvironment env, SimulatedWorld world, long from, int splits) {
        return env.fromSource(
                new NumbersSource(world, from, splits, PER_SPLIT, Expected.HOLD_MS),
                WatermarkStrategy.<Long>forMonotonousTimestamps()
                        .withIdleness(Duration.ofMillis(1 + world.draw(20)))
                        .withWatermarkAlignment(
                                "numbers",
                                Duration.ofMillis(world.draw(8)),
                                Duration.ofMillis(1 + world.draw(6))),
                "numbers from " + from);
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>(Expected.counts("", 0, 5 * PER_SPLIT));
        rows.sort(null);
        return rows;
    }

    /** Swept and left out of snapshots all the time. */
    private static StateTtlConfig expiring(Duration ttl) {
        return StateTtlConfig.newBuilder(ttl)
                .updateTtlOnReadAndWrite()
                .cleanupIncrementally(2, true)
                .cleanupFullSnapshot()
                .build();
    }

    private static final class Count extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;
        private transient ValueState<Long> count;
        private transient ListState<Long> recent;
        private transient long watermark;

        Count(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public void open(OpenContext context) {
            ValueStateDescriptor<Long> counts = new ValueStateDescriptor<>("count", Long.class);
            counts.enableTimeToLive(expiring(Duration.ofDays(10_000)));
            count = getRuntimeContext().getState(counts);
            ListStateDescriptor<Long> latest = new ListStateDescriptor<>("latest", Long.class);
            latest.enableTimeToLive(expiring(Duration.ofMillis(4)));
            recent = getRuntimeContext().getListState(latest);
            watermark = Long.MIN_VALUE;
        }

        @Override
        public void processElement(Long number, Context ctx, Collector<String> out)
                throws Exception {
            world.userCode("count");
            if (ctx.timerService().currentWatermark() < watermark) {
                out.collect("the watermark went back");
            }
            watermark = ctx.timerService().currentWatermark();
            count.update(count.value() == null ? 1 : count.value() + 1);
            recent.add(number);
            for (long each : recent.get()) {
                if (Expected.key(each) != ctx.getCurrentKey()) {
                    out.collect("a number of another key: " + each);
                }
            }
            out.collect(ctx.getCurrentKey() + "=" + count.value());
        }
    }
}
