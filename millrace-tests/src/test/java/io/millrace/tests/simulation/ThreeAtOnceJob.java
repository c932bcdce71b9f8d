// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Up to three checkpoints at once, so often and so slow to write that they overlap and overtake
 * each other.
 */
final class ThreeAtOnceJob implements Shape.Job {

    private static final int SLOW_MS = 30;

    /** How often a snapshot was taken while an earlier one was open, over all worlds. */
    static final AtomicLong OVERLAPS = new AtomicLong();

    /** How often a checkpoint was given up after a newer one had completed, over all worlds. */
    static final AtomicLong OVERTAKEN = new AtomicLong();

    private final ExchangeJob job = new ExchangeJob();

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.enableCheckpointing(1 + world.draw(4));
        env.getCheckpointConfig().setMinPauseBetweenCheckpoints(0);
        env.getCheckpointConfig().setMaxConcurrentCheckpoints(3);
        world.slowSnapshots(SLOW_MS);
        job.program(env, world, new Watch());
    }

    @Override
    public List<String> rows() {
        return job.rows();
    }

    /** Changes nothing; counts. */
    private static final class Watch extends RichMapFunction<Long, Long>
            implements CheckpointedFunction, CheckpointListener {

        private static final long serialVersionUID = 1L;

        private final TreeSet<Long> open = new TreeSet<>();
        private long completed;

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            open.add(context.getCheckpointId());
            if (open.size() > 1) {
                OVERLAPS.incrementAndGet();
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            completed = checkpointId;
            open.remove(checkpointId);
        }

        @Override
        public void notifyCheckpointAborted(long checkpointId) {
            if (open.remove(checkpointId) && checkpointId < completed) {
                OVERTAKEN.incrementAndGet();
            }
        }
    }
}
