// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.LoopLog;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.state.TaskSnapshot;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Workers;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

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
 * <p><b>Several at once.</b> Cuts are made in the order of ids, but they may be written at the same
 * time and in any order. When a checkpoint is given up only what is left to be done for that one is
 * dropped: a trigger that waits, an alignment, a write under way, which is asked to stop.
 *
 * <p>Used on the task's step, except the I/O part of a snapshot.
 */
final class TaskCheckpoints {

    /** News that a checkpoint was given up, kept for a source whose lock is taken. */
    private static final int MAX_WAITING_ABORTS = 64;

    private final TaskContext.Shared shared;
    private final TaskSettings settings;
    private final OperatorChain chain;
    private final TaskOutputs outputs;
    private final Barriers barriers;
    private final SnapshotWriter writer;
    private final Workers workers;
    private final TaskListener listener;
    private final Clock clock;

    /** Null unless a loop begins at this task. */
    private final FeedbackLogs logs;

    private final ArrayDeque<Letter.TriggerCheckpoint> waiting = new ArrayDeque<>();

    /** Snapshots that are being written, or wait for an I/O thread. Any thread. */
    private final Map<Long, SnapshotWriter.Stop> writes = new ConcurrentHashMap<>();

    /** A complete checkpoint that the operators have not heard of; 0 for none. */
    private long waitingComplete;

    private final ArrayDeque<Long> waitingAborts = new ArrayDeque<>();
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
            TaskListener listener,
            LoopPlace loop) {
        this.shared = shared;
        this.settings = settings;
        this.chain = chain;
        this.outputs = outputs;
        this.writer = writer;
        this.workers = workers;
        this.listener = listener;
        this.clock = workers.clock();
        this.lastCompleted = settings.restoredCheckpointId();
        this.barriers = barriers(inputs);
        this.logs =
                loop == null || !loop.isHead()
                        ? null
                        : new FeedbackLogs(
                                inputs,
                                loop,
                                settings.restoredCheckpointId(),
                                settings.exactlyOnce(),
                                new LogOutcome());
    }

    /** Null unless a loop begins at this task. */
    FeedbackLogs logs() {
        return logs;
    }

    private Barriers barriers(InputGate inputs) {
        int[] regular = IntStream.range(0, inputs.size()).filter(i -> !inputs.isBack(i)).toArray();
        long restored = settings.restoredCheckpointId();
        Barriers.Outcome outcome =
                new Barriers.Outcome() {
                    @Override
                    public void cut(SnapshotOrder order) {
                        snapshot(order);
                    }

                    @Override
                    public void givenUp(long checkpointId, TaskListener.Decline why) {
                        if (why != null) {
                            listener.decline(shared.key(), checkpointId, why, null, null);
                        }
                        outputs.broadcast(new StreamElement.CancelMarker(checkpointId));
                        if (logs != null) {
                            logs.givenUp(checkpointId);
                        }
                    }
                };
        return settings.exactlyOnce()
                ? new BarrierAligner(inputs, regular, restored, outcome)
                : new BarrierCounter(inputs, regular, restored, outcome);
    }

    // ---- from the inputs ----

    void barrier(int channel, StreamElement.CheckpointBarrier barrier) {
        barriers.barrier(channel, barrier.order());
    }

    void cancelMarker(int channel, StreamElement.CancelMarker marker) {
        barriers.cancelMarker(channel, marker.checkpointId());
    }

    /** A channel has ended, and counts as having shown every barrier. */
    void channelEnded() {
        barriers.channelEnded();
    }

    // ---- letters ----

    /** A letter asks for a snapshot; {@link #carryOutTriggers} takes it. */
    void triggered(Letter.TriggerCheckpoint trigger) {
        waiting.add(trigger);
    }

    /** Takes the snapshots that letters asked for. */
    void carryOutTriggers() {
        while (!waiting.isEmpty()) {
            snapshot(waiting.poll().order());
        }
    }

    boolean hasTriggers() {
        return !waiting.isEmpty();
    }

    /** A checkpoint is complete; {@link #deliverNotice} tells the operators. */
    void completed(Letter.CheckpointComplete complete) {
        heardComplete(complete.checkpointId());
    }

    /** Completion of one includes that of all before it, so the newest is all there is to tell. */
    private void heardComplete(long checkpointId) {
        if (checkpointId > Math.max(lastCompleted, waitingComplete)) {
            waitingComplete = checkpointId;
        }
    }

    /**
     * A checkpoint was given up: what has not been done for it is not done any more; {@link
     * #deliverNotice} tells the operators.
     */
    void aborted(Letter.CheckpointAborted aborted) {
        long id = aborted.checkpointId();
        barriers.abort(id);
        waiting.removeIf(trigger -> trigger.order().checkpointId() == id);
        if (logs != null) {
            logs.aborted(id);
        }
        SnapshotWriter.Stop write = writes.get(id);
        if (write != null) {
            write.ask();
        }
        heardComplete(aborted.latestCompletedId());
        waitingAborts.add(id);
        if (waitingAborts.size() > MAX_WAITING_ABORTS) {
            waitingAborts.remove(); // best effort (CK-93)
        }
    }

    /**
     * Tells the operators what there is to tell; that something is complete comes first (CK-93).
     */
    void deliverNotice() {
        if (waitingComplete != 0) {
            lastCompleted = waitingComplete;
            waitingComplete = 0;
            chain.notifyComplete(lastCompleted);
        }
        while (!waitingAborts.isEmpty()) {
            chain.notifyAborted(waitingAborts.remove());
        }
    }

    boolean hasNotice() {
        return waitingComplete != 0 || !waitingAborts.isEmpty();
    }

    // ---- the end ----

    /** The operators have finished. */
    void endOfData() {
        barriers.endOfData();
        atEndOfData = true;
    }

    /** Whether nobody here waits for a checkpoint that began after the end of data (CK-61). */
    boolean endIsCommitted() {
        return !settings.checkpointing()
                || !settings.checkpointsAfterFinish()
                || !chain.needsFinalCheckpoint()
                || lastCompleted >= finalCheckpointFrom;
    }

    /** Whether there was such a checkpoint, and it has completed. */
    boolean lastHasCompleted() {
        return finalCheckpointFrom != Long.MAX_VALUE && lastCompleted >= finalCheckpointFrom;
    }

    /** Whether no snapshot waits for what goes round a loop. */
    boolean logsAreClosed() {
        return logs == null || logs.isEmpty();
    }

    /** The task is over, however: nobody waits for what it has not written yet. */
    void over() {
        writes.values().forEach(SnapshotWriter.Stop::ask);
        if (logs != null) {
            logs.close();
        }
    }

    // ---- a snapshot ----

    private void snapshot(SnapshotOrder order) {
        cut(order);
        if (logs != null) {
            logs.decided(order.checkpointId());
        }
    }

    private void cut(SnapshotOrder order) {
        long id = order.checkpointId();
        if (atEndOfData && !settings.checkpointsAfterFinish()) {
            listener.decline(shared.key(), id, TaskListener.Decline.END_OF_INPUT, null, null);
            outputs.broadcast(new StreamElement.CancelMarker(id));
            return;
        }
        long begin = clock.nanos();
        List<SnapshotWriter.Part> frozen;
        try {
            chain.prepareBarrier(id);
            outputs.broadcast(new StreamElement.CheckpointBarrier(order));
            frozen = chain.freeze(order, new SnapshotContext(id, order.timestampMs()));
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
        if (logs != null) {
            logs.cut(new FeedbackLogs.Cut(order, frozen, syncNanos, afterEnd));
        } else {
            hand(order, frozen, syncNanos, afterEnd);
        }
    }

    private void hand(
            SnapshotOrder order,
            List<SnapshotWriter.Part> frozen,
            long syncNanos,
            boolean afterEnd) {
        long id = order.checkpointId();
        SnapshotWriter.Stop stop = new SnapshotWriter.Stop();
        writes.put(id, stop);
        workers.io(
                "snapshot of " + shared.taskName() + " for checkpoint " + id,
                () -> write(order, frozen, syncNanos, afterEnd, stop));
    }

    /** Where a loop begins a snapshot is written when its log is complete. */
    private final class LogOutcome implements FeedbackLogs.Outcome {
        @Override
        public void complete(FeedbackLogs.Cut cut, LoopLog log) {
            List<SnapshotWriter.Part> parts = new ArrayList<>(cut.frozen());
            SnapshotWriter.Part head = parts.get(0);
            List<FrozenState> withLog = new ArrayList<>(head.frozen());
            withLog.add(log);
            parts.set(0, new SnapshotWriter.Part(head.operator(), head.operatorName(), withLog));
            hand(cut.order(), parts, cut.syncNanos(), cut.afterEnd());
        }

        @Override
        public void dropped(FeedbackLogs.Cut cut, TaskListener.Decline why) {
            listener.decline(shared.key(), cut.id(), why, null, null);
        }
    }

    /** On an I/O thread. */
    private void write(
            SnapshotOrder order,
            List<SnapshotWriter.Part> frozen,
            long syncNanos,
            boolean afterEnd,
            SnapshotWriter.Stop stop) {
        TaskKey key = shared.key();
        long id = order.checkpointId();
        try {
            TaskSnapshot snapshot =
                    writer.write(order, key.vertex(), key.subtask(), frozen, syncNanos, stop);
            listener.acknowledge(key, snapshot, afterEnd);
        } catch (Throwable t) {
            if (!stop.isAsked()) { // else nobody wants to know, and it may be why this was thrown
                String operator =
                        t instanceof SnapshotWriter.PartFailure f ? f.operatorName() : null;
                listener.decline(key, id, TaskListener.Decline.ASYNCHRONOUS_FAILURE, operator, t);
            }
        } finally {
            writes.remove(id);
        }
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
