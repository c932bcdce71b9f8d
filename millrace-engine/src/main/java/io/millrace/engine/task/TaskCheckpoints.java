// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.state.TaskSnapshot;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Workers;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.ArrayDeque;
import java.util.List;

/**
 * What one task does about checkpoints.
 *
 * <p>A checkpoint comes as a barrier on the inputs, or, where no barrier can come (a source, or a
 * task all of whose inputs have ended), as a letter. Either way: operators may emit a last time,
 * the barrier goes out on all channels <em>first</em>, then the chain is frozen, and an I/O thread
 * writes what was frozen and acknowledges.
 *
 * <p><b>What has to wait.</b> A letter that asks for a snapshot waits until the inputs have been
 * read to their end: else the cut would lie between what a sender that is gone has sent and what
 * was read of it. And where code of a source's runs beside the task, triggers and notices wait
 * until the task holds the source's lock. The task knows when that is, and calls {@link
 * #carryOutTriggers} and {@link #deliverNotice}.
 *
 * <p>Used on the task's step, except the I/O part of a snapshot.
 */
final class TaskCheckpoints {

    private final TaskContext.Shared shared;
    private final TaskSettings settings;
    private final OperatorChain chain;
    private final TaskOutputs outputs;
    private final BarrierAligner aligner;
    private final SnapshotWriter writer;
    private final Workers workers;
    private final TaskListener listener;
    private final Clock clock;

    private final ArrayDeque<Letter.TriggerCheckpoint> waiting = new ArrayDeque<>();
    private Letter waitingNotice;
    private boolean atEndOfData;
    private long finalCheckpointFrom = Long.MAX_VALUE;
    private long lastCompleted;

    TaskCheckpoints(
            TaskContext.Shared shared,
            TaskSettings settings,
            OperatorChain chain,
            InputGate inputs,
            TaskOutputs outputs,
            SnapshotWriter writer,
            Workers workers,
            TaskListener listener) {
        this.shared = shared;
        this.settings = settings;
        this.chain = chain;
        this.outputs = outputs;
        this.aligner = new BarrierAligner(inputs, settings.restoredCheckpointId());
        this.writer = writer;
        this.workers = workers;
        this.listener = listener;
        this.clock = workers.clock();
        this.lastCompleted = settings.restoredCheckpointId();
    }

    // ---- from the inputs ----

    void barrier(int channel, StreamElement.CheckpointBarrier barrier) {
        conclude(aligner.barrier(channel, barrier.checkpointId(), barrier.timestampMs()));
    }

    void cancelMarker(StreamElement.CancelMarker marker) {
        if (aligner.cancelMarker(marker.checkpointId()) == BarrierAligner.Verdict.GIVEN_UP) {
            declineSuperseded();
            decline(marker.checkpointId(), TaskListener.Decline.CANCEL_MARKER);
        }
    }

    /** A channel has ended, and counts as having shown every barrier. */
    void channelEnded() {
        conclude(aligner.channelEnded());
    }

    private void conclude(BarrierAligner.Verdict verdict) {
        declineSuperseded();
        if (verdict == BarrierAligner.Verdict.ALIGNED) {
            long id = aligner.current();
            snapshot(id, aligner.timestampMs());
            aligner.end(id);
        } else if (verdict == BarrierAligner.Verdict.GIVEN_UP) {
            outputs.broadcast(new StreamElement.CancelMarker(aligner.lastSeen()));
        }
    }

    private void declineSuperseded() {
        if (aligner.superseded() >= 0) {
            decline(aligner.superseded(), TaskListener.Decline.SUBSUMED);
        }
    }

    /** No snapshot of this task will come; those behind it must not wait for the barrier. */
    private void decline(long checkpointId, TaskListener.Decline why) {
        listener.decline(shared.key(), checkpointId, why, null, null);
        outputs.broadcast(new StreamElement.CancelMarker(checkpointId));
    }

    // ---- letters ----

    /** A letter asks for a snapshot; {@link #carryOutTriggers} takes it. */
    void triggered(Letter.TriggerCheckpoint trigger) {
        waiting.add(trigger);
    }

    /** Takes the snapshots that letters asked for. */
    void carryOutTriggers() {
        while (!waiting.isEmpty()) {
            Letter.TriggerCheckpoint trigger = waiting.poll();
            snapshot(trigger.checkpointId(), trigger.timestampMs());
        }
    }

    boolean hasTriggers() {
        return !waiting.isEmpty();
    }

    /** A checkpoint is complete; {@link #deliverNotice} tells the operators. */
    void completed(Letter.CheckpointComplete complete) {
        if (complete.checkpointId() > lastCompleted) {
            waitingNotice = complete;
        }
    }

    /** A checkpoint was given up; {@link #deliverNotice} tells the operators. */
    void aborted(Letter.CheckpointAborted aborted) {
        if (aligner.abort(aborted.checkpointId())) {
            outputs.broadcast(new StreamElement.CancelMarker(aborted.checkpointId()));
        }
        waiting.removeIf(trigger -> trigger.checkpointId() == aborted.checkpointId());
        if (!(waitingNotice instanceof Letter.CheckpointComplete)) {
            // Best effort (CK-93): the news that commits must not be lost for it.
            waitingNotice = aborted;
        }
    }

    /** Tells the operators what there is to tell. */
    void deliverNotice() {
        Letter notice = waitingNotice;
        waitingNotice = null;
        if (notice instanceof Letter.CheckpointComplete complete) {
            lastCompleted = complete.checkpointId();
            chain.notifyComplete(complete.checkpointId());
        } else if (notice instanceof Letter.CheckpointAborted aborted) {
            chain.notifyAborted(aborted.checkpointId());
        }
    }

    boolean hasNotice() {
        return waitingNotice != null;
    }

    // ---- the end ----

    /** The operators have finished. */
    void endOfData() {
        atEndOfData = true;
    }

    /** Whether nobody here waits for a checkpoint that began after the end of data (CK-61). */
    boolean endIsCommitted() {
        return !settings.checkpointing()
                || !settings.checkpointsAfterFinish()
                || !chain.needsFinalCheckpoint()
                || lastCompleted >= finalCheckpointFrom;
    }

    // ---- a snapshot ----

    private void snapshot(long id, long timestampMs) {
        if (atEndOfData && !settings.checkpointsAfterFinish()) {
            decline(id, TaskListener.Decline.END_OF_INPUT);
            return;
        }
        long begin = clock.nanos();
        List<SnapshotWriter.Part> frozen;
        try {
            chain.prepareBarrier(id);
            outputs.broadcast(new StreamElement.CheckpointBarrier(id, timestampMs));
            frozen = chain.freeze(id, new SnapshotContext(id, timestampMs));
        } catch (OperatorFailure failure) {
            if (settings.failOnSnapshotError()) {
                throw failure;
            }
            listener.decline(
                    shared.key(),
                    id,
                    TaskListener.Decline.SYNCHRONOUS_FAILURE,
                    failure.operator(),
                    failure);
            return;
        }
        if (atEndOfData && finalCheckpointFrom == Long.MAX_VALUE) {
            finalCheckpointFrom = id;
        }
        long syncNanos = clock.nanos() - begin;
        boolean afterEnd = atEndOfData;
        workers.io(
                "snapshot of " + shared.taskName() + " for checkpoint " + id,
                () -> write(id, frozen, syncNanos, afterEnd));
    }

    /** On an I/O thread. */
    private void write(
            long id, List<SnapshotWriter.Part> frozen, long syncNanos, boolean afterEnd) {
        TaskKey key = shared.key();
        TaskSnapshot snapshot;
        try {
            snapshot = writer.write(id, key.vertex(), key.subtask(), frozen, syncNanos);
        } catch (Throwable t) {
            String operator = t instanceof SnapshotWriter.PartFailure f ? f.operatorName() : null;
            listener.decline(key, id, TaskListener.Decline.ASYNCHRONOUS_FAILURE, operator, t);
            return;
        }
        listener.acknowledge(key, snapshot, afterEnd);
    }

    private record SnapshotContext(long id, long timestampMs) implements FunctionSnapshotContext {
        @Override
        public long getCheckpointId() {
            return id;
        }

        @Override
        public long getCheckpointTimestamp() {
            return timestampMs;
        }
    }
}
