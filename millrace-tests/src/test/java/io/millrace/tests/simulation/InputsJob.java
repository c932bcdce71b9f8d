// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;

/** A union on one side, a source of the older kind on the other, connected by key. */
final class InputsJob implements Shape.Job {

    private static final int PER_SPLIT = 10;
    private static final int RIGHT = 15;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        DataStream<Long> left =
                numbers(env, world, 0, 2).union(numbers(env, world, 2 * PER_SPLIT, 1));
        DataStream<Long> right =
                env.addSource(new OlderSource(world, 1000, RIGHT), "older")
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Long>forMonotonousTimestamps()
                                        .withTimestampAssigner(
                                                (number, before) -> Expected.timestamp(number)));
        left.connect(right)
                .keyBy(Expected::key, Expected::key)
                .process(new BothSides(world))
                .sinkTo(new LedgerSink(world, "writer"));
    }

    private static DataStream<Long> numbers(
            StreamExecutionEnvironment env, SimulatedWorld world, long from, int splits) {
        return env.fromSource(
                new NumbersSource(world, from, splits, PER_SPLIT, Expected.HOLD_MS),
                WatermarkStrategy.forMonotonousTimestamps(),
                "numbers from " + from);
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>(Expected.counts("left ", 0, 3 * PER_SPLIT));
        rows.addAll(Expected.counts("right ", 1000, RIGHT));
        for (long key = 0; key < Expected.KEYS; key++) {
            rows.add(
                    "end "
                            + key
                            + " "
                            + 3 * PER_SPLIT / Expected.KEYS
                            + " "
                            + RIGHT / Expected.KEYS);
        }
        rows.sort(null);
        return rows;
    }

    private static final class BothSides extends KeyedCoProcessFunction<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;
        private transient MapState<String, Long> counts;

        BothSides(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public void open(OpenContext context) {
            counts =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("counts", String.class, Long.class));
        }

        @Override
        public void processElement1(Long number, Context ctx, Collector<String> out)
                throws Exception {
            count("left ", ctx, out);
        }

        @Override
        public void processElement2(Long number, Context ctx, Collector<String> out)
                throws Exception {
            count("right ", ctx, out);
        }

        private void count(String side, Context ctx, Collector<String> out) throws Exception {
            world.userCode(side);
            long n = counts.contains(side) ? counts.get(side) + 1 : 1;
            counts.put(side, n);
            ctx.timerService().registerEventTimeTimer(Expected.END_MS);
            out.collect(side + ctx.getCurrentKey() + "=" + n);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            out.collect(
                    "end "
                            + ctx.getCurrentKey()
                            + " "
                            + counts.get("left ")
                            + " "
                            + counts.get("right "));
        }
    }

    /** Emits under the checkpoint lock and keeps its position in operator state. */
    private static final class OlderSource implements SourceFunction<Long>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;
        private final long from;
        private final long end;
        private long next;
        private transient ListState<Long> position;
        private volatile boolean running = true;

        OlderSource(SimulatedWorld world, long from, int n) {
            this.world = world;
            this.from = from;
            this.end = from + n;
        }

        @Override
        public void run(SourceContext<Long> ctx) {
            while (running && next < end) {
                synchronized (ctx.getCheckpointLock()) {
                    world.userCode("older source");
                    ctx.collect(next);
                    next++;
                }
            }
        }

        @Override
        public void cancel() {
            running = false;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            position.update(List.of(next));
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            position =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("position", Long.class));
            next = from;
            for (long restored : position.get()) {
                next = restored;
            }
        }
    }
}
