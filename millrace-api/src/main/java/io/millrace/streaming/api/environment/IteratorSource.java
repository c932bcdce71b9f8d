// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.spi.BoundedFunction;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.source.ParallelSourceFunction;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.util.SplittableIterator;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;

/**
 * Emits what an iterator gives. How many that were is in the snapshot, together with the number of
 * parts the iterator was cut into; after a restore as many are skipped.
 */
abstract class IteratorSource<T> extends AbstractRichFunction
        implements SourceFunction<T>, CheckpointedFunction, BoundedFunction {

    private static final long serialVersionUID = 1L;

    private transient ListState<long[]> state;
    private transient long emitted;
    private volatile boolean cancelled;

    /** The part of this subtask. */
    abstract Iterator<T> iterator(int subtask, int subtasks);

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        state =
                context.getOperatorStateStore()
                        .getListState(
                                new ListStateDescriptor<>(
                                        "position", LongPrimitiveArraySerializer.INSTANCE));
        int entries = 0;
        for (long[] entry : state.get()) {
            entries++;
            if (entry[0] != subtasks() || entry[1] != subtask() || entries > 1) {
                throw differentParallelism(entry[0]);
            }
            emitted = entry[2];
        }
        if (context.isRestored() && entries == 0) {
            throw differentParallelism(-1);
        }
    }

    private IllegalStateException differentParallelism(long before) {
        return new IllegalStateException(
                "A source made from an iterator cannot go on with another parallelism: its parts would be others. It ran in "
                        + (before < 0 ? "fewer" : String.valueOf(before))
                        + " subtasks and now runs in "
                        + subtasks()
                        + ". Give it the parallelism it had.");
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        state.update(List.of(new long[] {subtasks(), subtask(), emitted}));
    }

    @Override
    public void run(SourceContext<T> ctx) throws Exception {
        Iterator<T> iterator = iterator(subtask(), subtasks());
        for (long skipped = 0; skipped < emitted && !cancelled; skipped++) {
            iterator.next();
        }
        while (!cancelled && iterator.hasNext()) {
            T next = iterator.next();
            synchronized (ctx.getCheckpointLock()) {
                ctx.collect(next);
                emitted++;
            }
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    private int subtask() {
        return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    }

    private int subtasks() {
        return getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    }

    /** The whole iterator in one subtask. */
    static final class OneSubtask<T> extends IteratorSource<T> {

        private static final long serialVersionUID = 1L;

        // Serializable or refused: the cleaner checks it when the source is recorded.
        private final Object iterator;

        OneSubtask(Iterator<T> iterator) {
            if (!(iterator instanceof Serializable)) {
                throw new IllegalArgumentException(
                        "The iterator for a source must be serializable, since each attempt begins with a copy of it: "
                                + iterator.getClass().getName());
            }
            this.iterator = iterator;
        }

        @Override
        @SuppressWarnings("unchecked") // what the constructor was given
        Iterator<T> iterator(int subtask, int subtasks) {
            return (Iterator<T>) iterator;
        }
    }

    /** A part of the iterator in each subtask. */
    static final class ManySubtasks<T> extends IteratorSource<T>
            implements ParallelSourceFunction<T> {

        private static final long serialVersionUID = 1L;

        private final SplittableIterator<T> iterator;

        ManySubtasks(SplittableIterator<T> iterator) {
            this.iterator = iterator;
        }

        @Override
        Iterator<T> iterator(int subtask, int subtasks) {
            return iterator.getSplit(subtask, subtasks);
        }
    }
}
