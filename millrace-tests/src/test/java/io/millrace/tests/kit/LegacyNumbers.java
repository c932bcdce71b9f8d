// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.source.RichParallelSourceFunction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The numbers {@code from} to {@code to}, both included, at a pace, from a source of the old kind:
 * it gives each record and moves its position on under the checkpoint lock. Subtask i of p gives
 * each p-th number, beginning with {@code from + i}.
 */
public final class LegacyNumbers extends RichParallelSourceFunction<Long>
        implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private final long from;
    private final long to;
    private final Pace pace;

    private transient ListState<Long> stored;
    private transient long position;
    private volatile boolean running = true;

    public LegacyNumbers(long from, long to, Pace pace) {
        this.from = from;
        this.to = to;
        this.pace = pace;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        stored =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("position", Long.class));
        for (Long each : stored.get()) {
            position = each;
        }
    }

    @Override
    public void run(SourceContext<Long> out) throws Exception {
        int parallelism = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        Pace.Turns turns = pace.begin();
        for (long given = 0; awaitTurn(turns.turn(position, given)); given++) {
            long value = from + position * parallelism + subtask;
            if (value > to) {
                return;
            }
            synchronized (out.getCheckpointLock()) {
                out.collect(value);
                position++;
            }
        }
    }

    /** False when the source was cancelled. */
    private boolean awaitTurn(CompletableFuture<Void> turn) throws Exception {
        while (running) {
            try {
                turn.get(10, TimeUnit.MILLISECONDS);
                return running;
            } catch (TimeoutException e) {
                continue; // to see whether it was cancelled meanwhile
            }
        }
        return false;
    }

    @Override
    public void cancel() {
        running = false;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        stored.clear();
        stored.add(position);
    }
}
