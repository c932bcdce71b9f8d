// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichFlatMapFunction;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;

/** Source, map, flat map with operator state and sink in one chain, twice side by side. */
final class ChainJob implements Shape.Job {

    private static final int SPLITS = 12;
    private static final int PER_SPLIT = 4;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        env.fromSource(
                        new NumbersSource(world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(
                        number -> {
                            world.userCode("map");
                            return number * 3;
                        })
                .flatMap(new Counting(world))
                .sinkTo(new LedgerSink(world, "writer"));
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (long number = 0; number < SPLITS * PER_SPLIT; number++) {
            rows.add("n" + number * 3);
            rows.add("m" + number * 3);
        }
        rows.sort(null);
        return rows;
    }

    /** Emits each number twice, and numbers what it emits like a writer does. */
    private static final class Counting extends RichFlatMapFunction<Long, String>
            implements CheckpointedFunction {

        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;
        private long emitted;
        private transient ListState<Long> state;

        Counting(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public void flatMap(Long number, Collector<String> out) {
            out.collect("n" + number + label());
            world.userCode("flat map");
            out.collect("m" + number + label());
        }

        private String label() {
            return Expected.WRITER
                    + "f"
                    + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask()
                    + "."
                    + ++emitted;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.update(List.of(emitted));
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("emitted", Long.class));
            emitted = 0;
            for (long part : state.get()) {
                emitted += part;
            }
        }
    }
}
