// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.tests.components.Await;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a job told a function about checkpoints, over all attempts. Put {@link #probe()} anywhere in
 * a job as a map that changes nothing. Any thread.
 */
public final class CheckpointLog implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Shared<Entries> entries = Shared.of(new Entries());

    /**
     * A snapshot that was taken.
     *
     * @param id of the checkpoint
     * @param timestamp when the checkpoint was triggered
     * @param atNanos when the function was asked, by System.nanoTime
     */
    public record Snapshot(long id, long timestamp, long atNanos) {}

    private static final class Entries {
        final List<Snapshot> snapshots = new ArrayList<>();
        final List<Long> completed = new ArrayList<>();
        final List<Long> aborted = new ArrayList<>();
        final List<OptionalLong> restored = new ArrayList<>();
        int opened;
    }

    /** Passes each record on and writes down what it is told. */
    public <T> Probe<T> probe() {
        return new Probe<>(this);
    }

    /** Snapshots asked for, in order. */
    public List<Snapshot> snapshots() {
        Entries all = entries.get();
        synchronized (all) {
            return new ArrayList<>(all.snapshots);
        }
    }

    /** Ids of checkpoints the function was told are complete, in order. */
    public List<Long> completed() {
        Entries all = entries.get();
        synchronized (all) {
            return new ArrayList<>(all.completed);
        }
    }

    /** Ids of checkpoints the function was told are aborted, in order. */
    public List<Long> aborted() {
        Entries all = entries.get();
        synchronized (all) {
            return new ArrayList<>(all.aborted);
        }
    }

    /** For each start of the function, the checkpoint it began from; empty for none. */
    public List<OptionalLong> restored() {
        Entries all = entries.get();
        synchronized (all) {
            return new ArrayList<>(all.restored);
        }
    }

    /** How often the function was opened: attempts times subtasks. */
    public int opened() {
        Entries all = entries.get();
        synchronized (all) {
            return all.opened;
        }
    }

    public void awaitCompleted(int count) {
        Await.until(count + " checkpoints are complete", () -> completed().size() >= count);
    }

    /** Waits until so many more checkpoints have completed than have now. */
    public void awaitFurtherCompleted(int count) {
        awaitCompleted(completed().size() + count);
    }

    public void awaitOpened(int count) {
        Await.until("the function was opened " + count + " times", () -> opened() >= count);
    }

    /** A map that changes nothing. */
    public static final class Probe<T> extends RichMapFunction<T, T>
            implements CheckpointedFunction, CheckpointListener {

        private static final long serialVersionUID = 1L;

        private final CheckpointLog log;

        private Probe(CheckpointLog log) {
            this.log = log;
        }

        @Override
        public void open(OpenContext context) {
            Entries all = log.entries.get();
            synchronized (all) {
                all.opened++;
            }
        }

        @Override
        public T map(T value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            Entries all = log.entries.get();
            synchronized (all) {
                all.snapshots.add(
                        new Snapshot(
                                context.getCheckpointId(),
                                context.getCheckpointTimestamp(),
                                System.nanoTime()));
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {
            Entries all = log.entries.get();
            synchronized (all) {
                all.restored.add(context.getRestoredCheckpointId());
            }
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            Entries all = log.entries.get();
            synchronized (all) {
                all.completed.add(checkpointId);
            }
        }

        @Override
        public void notifyCheckpointAborted(long checkpointId) {
            Entries all = log.entries.get();
            synchronized (all) {
                all.aborted.add(checkpointId);
            }
        }
    }
}
