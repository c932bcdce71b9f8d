// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.CheckpointConfig;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Barriers that overtake, or do not, or do after some time: each process draws it, and its
 * parallelisms. Over each kind of edge on which they may, one operator after the other, some of
 * which emit more than they take, so that channels are full; numbers of a key that come from one
 * split must stay in order, and no number may be late.
 */
final class OvertakenJob implements Shape.Job {

    private static final int SPLITS = 7;
    private static final int PER_SPLIT = 6;
    private static final int COPIES = 4;
    private static final int KEY_GROUPS = 6;
    private static final int MOST = 3;
    private static final long HOLD_MS = Expected.HOLD_MS + 60;

    /** So many processes run, on average, before the parallelisms are drawn anew. */
    private final boolean rescales;

    OvertakenJob(boolean rescales) {
        this.rescales = rescales;
    }

    /** Draws whether barriers overtake in this process, and after what time. */
    static void draw(StreamExecutionEnvironment env, SimulatedWorld world) {
        CheckpointConfig checkpoints = env.getCheckpointConfig();
        checkpoints.enableUnalignedCheckpoints(world.draw(5) > 0);
        checkpoints.setForceUnalignedCheckpoints(true);
        checkpoints.enableUnalignedCheckpointsInterruptibleTimers(world.draw(2) == 0);
        checkpoints.setAlignedCheckpointTimeout(
                Duration.ofMillis(world.draw(2) == 0 ? 0 : world.draw(25)));
    }

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        draw(env, world);
        env.setParallelism(parallelism(world));
        DataStream<Long> orderly =
                env.fromSource(
                                new NumbersSource(world, 0, SPLITS, PER_SPLIT, HOLD_MS),
                                WatermarkStrategy.forMonotonousTimestamps(),
                                "numbers")
                        .uid("numbers")
                        .keyBy(Expected::key)
                        .process(new Orderly(world))
                        .uid("orderly")
                        .setParallelism(parallelism(world))
                        .setMaxParallelism(KEY_GROUPS);
        DataStream<String> counts =
                orderly.partitionCustom(
                                (number, channels) -> (int) (number % channels), number -> number)
                        .map(number -> number)
                        .uid("dealt")
                        .setParallelism(parallelism(world))
                        .keyBy(Expected::key)
                        .process(new KeyedCounts(world))
                        .uid("counts")
                        .setParallelism(parallelism(world))
                        .setMaxParallelism(KEY_GROUPS);
        DataStream<String> copies =
                orderly.shuffle()
                        .flatMap(OvertakenJob::copy)
                        .returns(Types.LONG)
                        .uid("copies")
                        .setParallelism(parallelism(world))
                        .global()
                        .map(copy -> "copy " + copy)
                        .uid("named")
                        .setParallelism(parallelism(world));
        counts.union(copies)
                .rebalance()
                .sinkTo(new LedgerSink(world, "writer"))
                .uid("sink")
                .setParallelism(parallelism(world));
    }

    private static void copy(Long number, Collector<Long> out) {
        for (int i = 0; i < COPIES; i++) {
            out.collect(number * COPIES + i);
        }
    }

    private int parallelism(SimulatedWorld world) {
        int drawn = 1 + world.draw(MOST);
        return rescales ? drawn : 2;
    }

    @Override
    public boolean isRestless() {
        return true;
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>(KeyedCounts.rows(0, SPLITS * PER_SPLIT));
        rows.removeIf(row -> row.startsWith("side "));
        for (int copy = 0; copy < SPLITS * PER_SPLIT * COPIES; copy++) {
            rows.add("copy " + copy);
        }
        rows.sort(null);
        return rows;
    }

    /** Passes numbers on; one that comes out of order becomes another, which shows in the rows. */
    private static final class Orderly extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;
        private transient MapState<Long, Long> last;

        Orderly(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public void open(OpenContext context) {
            last =
                    getRuntimeContext()
                            .getMapState(new MapStateDescriptor<>("last", Long.class, Long.class));
        }

        @Override
        public void processElement(Long number, Context ctx, Collector<Long> out) throws Exception {
            world.userCode("orderly");
            Long before = last.get(number / PER_SPLIT);
            boolean late =
                    ctx.timestamp() != null
                            && ctx.timestamp() <= ctx.timerService().currentWatermark();
            boolean inOrder = before == null || before < number;
            last.put(number / PER_SPLIT, number);
            out.collect(inOrder && !late ? number : 500 + number);
        }
    }
}
