// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.source.RichParallelSourceFunction;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;

/**
 * A parallel source of the older kind: each number still to come is an element of operator list
 * state, so numbers are shared out anew with each parallelism.
 */
final class SharedOut extends RichParallelSourceFunction<Long> implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private final SimulatedWorld world;
    private final long from;
    private final int n;
    private transient ListState<Long> stored;
    private transient Deque<Long> left;
    private volatile boolean running = true;

    SharedOut(SimulatedWorld world, long from, int n) {
        this.world = world;
        this.from = from;
        this.n = n;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        stored =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("left", Long.class));
        left = new ArrayDeque<>();
        stored.get().forEach(left::add);
        if (!context.isRestored()) {
            int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
            int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            for (int i = subtask; i < n; i += subtasks) {
                left.add(from + i);
            }
        }
    }

    @Override
    public void run(SourceContext<Long> out) {
        while (running) {
            synchronized (out.getCheckpointLock()) {
                Long next = left.peek();
                if (next == null) {
                    return;
                }
                world.userCode("older source");
                out.collect(next);
                left.remove();
            }
        }
    }

    @Override
    public void cancel() {
        running = false;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        stored.update(new ArrayList<>(left));
    }
}
