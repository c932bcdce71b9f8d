// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source.datagen;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.source.RichParallelSourceFunction;
import java.util.List;
import java.util.Objects;

/**
 * Emits what a generator makes, at a rate, so many in all. How many are left is state; whether the
 * same records come again after a failure is the generator's affair. Prefer {@code
 * io.millrace.connector.datagen.source.DataGeneratorSource}.
 *
 * @param <T> the records
 */
@Experimental
public class DataGeneratorSource<T> extends RichParallelSourceFunction<T>
        implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private static final long NANOS = 1_000_000_000L;

    private final DataGenerator<T> generator;
    private final long rowsPerSecond;
    private final Long numberOfRows;

    private transient ListState<Long> emittedState;
    private transient long emitted;
    private transient long toEmit;
    private volatile boolean isRunning = true;

    /** As fast as it goes, for as long as the generator has records. */
    public DataGeneratorSource(DataGenerator<T> generator) {
        this(generator, Long.MAX_VALUE, null);
    }

    /**
     * At a rate.
     *
     * @param rowsPerSecond of all subtasks together
     * @param numberOfRows of all subtasks together; null for no bound
     */
    public DataGeneratorSource(DataGenerator<T> generator, long rowsPerSecond, Long numberOfRows) {
        if (rowsPerSecond < 1) {
            throw new IllegalArgumentException(
                    "A rate must be at least one record per second, not " + rowsPerSecond);
        }
        this.generator = Objects.requireNonNull(generator, "generator");
        this.rowsPerSecond = rowsPerSecond;
        this.numberOfRows = numberOfRows;
    }

    @Override
    public void open(OpenContext openContext) throws Exception {
        long share = Long.MAX_VALUE;
        if (numberOfRows != null) {
            int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
            share = numberOfRows / subtasks + (subtask < numberOfRows % subtasks ? 1 : 0);
        }
        toEmit = share;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        generator.open("DataGenerator", context, getRuntimeContext());
        emittedState =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("emitted-rows", Long.class));
        emitted = 0;
        for (long part : emittedState.get()) {
            emitted += part;
        }
        isRunning = true;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        generator.snapshotState(context);
        emittedState.update(List.of(emitted));
    }

    @Override
    public void run(SourceContext<T> ctx) throws Exception {
        int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        double distance =
                rowsPerSecond == Long.MAX_VALUE ? 0 : (double) NANOS * subtasks / rowsPerSecond;
        long begin = System.nanoTime();
        long sinceBegin = 0;
        while (isRunning && emitted < toEmit) {
            synchronized (ctx.getCheckpointLock()) {
                if (!generator.hasNext()) {
                    return;
                }
                emitted++;
                ctx.collect(generator.next());
            }
            long due = begin + (long) (++sinceBegin * distance);
            long wait = due - System.nanoTime();
            if (wait > 0 && distance > 0) {
                Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
            }
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
    }

    @Override
    public void cancel() {
        isRunning = false;
    }
}
