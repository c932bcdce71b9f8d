// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.state.LoopLog;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.state.TaskSnapshot;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Workers;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

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
 * <p><b>The savepoint with which the job stops.</b> From its cut on the task emits nothing: it
 * {@link #rests}. It goes on where it stood if the savepoint is given up; when it is complete a
 * letter says so, which is certain to come, the operators commit, and the task ends without having
 * finished. If the job is to drain first, that savepoint is taken after the end of data, and no
 * task is gone before it.
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
    private final InputGate inputs;
    private final InFlightPlace inFlight;

    /** The same as {@link #barriers} where any barrier may overtake anything; else null. */
    private final BarrierOvertaker overtaker;

    private final Barriers barriers;
    private final SnapshotWriter writer;
    private final Workers workers;
    private final TaskListener listener;
    private final Clock clock;

    /** Null unless a loop begins at this task. */
    private final FeedbackLogs logs;

    /** Snapshots that are not written yet, since not all that was on its way is in them. */
    private final Map<Long, InFlightRecording> recordings = new HashMap<>();

    private final ArrayDeque<Letter.TriggerCheckpoint> waiting = new ArrayDeque<>();

    /** Snapshots that are being written, or wait for an I/O thread. Any thread. */
    private final Map<Long, SnapshotWriter.Stop> writes = new ConcurrentHashMap<>();

    /** A complete checkpoint that the operators have not heard of; 0 for none. */
    private long waitingComplete;

    private final ArrayDeque<Long> waitingAborts = new ArrayDeque<>();

    /** The savepoint with which the job stops, once it is cut here; 0 for none. */
    private long restsFor;

    /** Whether the end of data is not the end of the task, but the savepoint after it. */
    private boolean drains;

    private boolean leaves;
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
            LoopPlace loop,
            InFlightPlace inFlight) {
        this.shared = shared;
        this.settings = settings;
        this.chain = chain;
        this.outputs = outputs;
        this.writer = writer;
        this.workers = workers;
        this.listener = listener;
        this.clock = workers.clock();
        this.lastCompleted = settings.restoredCheckpointId();
        this.inputs = inputs;
        this.inFlight = inFlight;
        this.overtaker =
                settings.exactlyOnce() && inFlight.isAnyOvertakable() ? overtaker(inputs) : null;
        this.barriers = overtaker != null ? overtaker : barriers(inputs);
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

    private Barriers barriers(InputGate gate) {
        Outcome outcome = new Outcome();
        long restored = settings.restoredCheckpointId();
        return settings.exactlyOnce()
                ? new BarrierAligner(gate, restored, outcome)
                : new BarrierCounter(gate, restored, outcome);
    }

    private BarrierOvertaker overtaker(InputGate gate) {
        return new BarrierOvertaker(
                gate,
                inFlight.overtakable(),
                settings.restoredCheckpointId(),
                clock,
                inFlight.newLog(),
                new Outcome());
    }

    /** What the barriers say. */
    private final class Outcome implements BarrierOvertaker.Outcome {
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

        @Override
        public void cutOvertaking(InFlightRecording recording) {
            giveUpWaitingBefore(recording.id());
            recordings.put(recording.id(), recording);
            snapshot(recording.order());
        }

        @Override
        public void recorded(InFlightRecording recording) {
            writeIfWhole(recording);
        }

        @Override
        public void notRecorded(long checkpointId, RuntimeException cause) {
            OperatorFailure failure =
                    (OperatorFailure)
                            chain.failureOfHead(
                                    "on what was on its way to it, for checkpoint " + checkpointId,
                                    cause);
            if (settings.failOnSnapshotError()) {
                throw failure;
            }
            listener.decline(
                    shared.key(),
                    checkpointId,
                    TaskListener.Decline.SYNCHRONOUS_FAILURE,
                    failure.operator(),
                    failure);
        }

        @Override
        public void dropped(InFlightRecording recording, TaskListener.Decline why) {
            drop(recording.id());
            if (why != null) {
                listener.decline(shared.key(), recording.id(), why, null, null);
            }
        }
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

    // ---- past what is on its way ----

    /** The sender of a channel announces a barrier or its end. */
    void announced(Letter.Announced announced) {
        if (overtaker != null) {
            overtaker.announced(announced.channel(), announced.announcement());
        }
    }

    /** Whether {@link #check} is to be called between records. */
    boolean isWaiting() {
        return overtaker != null && overtaker.isWaiting();
    }

    /**
     * Cuts if it is time to.
     *
     * @param batch what is being processed; null between two elements
     * @param at the first of its records that was not
     * @param channel on which it came
     */
    void check(Batch batch, int at, int channel) {
        overtaker.check(batch, at, channel);
    }

    /** Cuts if it is time to, while that element is being processed; see the overtaker. */
    void checkWithin(int channel, StreamElement element) {
        overtaker.checkWithin(channel, element);
    }

    /** Whether {@link #taken} is to be called. */
    boolean isRecording() {
        return overtaker != null && overtaker.isRecording();
    }

    /** An element was taken and is about to be processed. */
    void taken(int channel, StreamElement element) {
        overtaker.taken(channel, element);
    }

    /** When to check though nothing has come; {@link Long#MAX_VALUE} for never. */
    long wakeAtMs() {
        return overtaker == null ? Long.MAX_VALUE : overtaker.wakeAtMs();
    }

    // ---- letters ----

    /** A letter asks for a snapshot; {@link #carryOutTriggers} takes it. */
    void triggered(Letter.TriggerCheckpoint trigger) {
        if (overtakes(trigger)) {
            overtaker.triggered(trigger.order());
        } else {
            waiting.add(trigger);
        }
    }

    /** Whether what the letter asks for overtakes what is on its way here. */
    boolean overtakes(Letter.TriggerCheckpoint trigger) {
        return overtaker != null
                && inputs.live() > 0
                && trigger.order().alignmentMs() != SnapshotOrder.ALIGNED;
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

    /**
     * An aligned one that waits for the last input can't be cut any more once a newer one has
     * overtaken that input: receivers take barriers in the order of their numbers.
     */
    private void giveUpWaitingBefore(long checkpointId) {
        while (!waiting.isEmpty() && waiting.peek().order().checkpointId() < checkpointId) {
            long older = waiting.poll().order().checkpointId();
            listener.decline(shared.key(), older, TaskListener.Decline.SUBSUMED, null, null);
            outputs.broadcast(new StreamElement.CancelMarker(older));
        }
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
        if (id == restsFor) {
            restsFor = 0;
        }
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

    // ---- the savepoint with which the job stops ----

    /**
     * Whether it is cut here, so that nothing may be emitted any more: what follows the cut will
     * follow the savepoint, in another job.
     */
    boolean rests() {
        return restsFor != 0;
    }

    /** At its end of data the task waits for the savepoint. */
    void drain() {
        drains = true;
    }

    boolean drains() {
        return drains;
    }

    /** The savepoint is complete; {@link #deliverNotice} tells the operators, then all is over. */
    void leave(Letter.Leave leave) {
        heardComplete(leave.checkpointId());
        leaves = true;
    }

    /** Whether the task is to end, and its operators have heard that the last one is complete. */
    boolean leaves() {
        return leaves && !hasNotice();
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
                || leaves
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
        recordings.values().forEach(InFlightRecording::drop);
        recordings.clear();
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
        if (atEndOfData && !settings.checkpointsAfterFinish() && !order.stops()) {
            drop(id);
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
            drop(id);
            listener.decline(
                    shared.key(),
                    id,
                    TaskListener.Decline.SYNCHRONOUS_FAILURE,
                    failure.operator(),
                    failure);
            return;
        }
        if (order.stops()) {
            restsFor = id;
        }
        if (atEndOfData && finalCheckpointFrom == Long.MAX_VALUE) {
            finalCheckpointFrom = id;
        }
        long syncNanos = clock.nanos() - begin;
        Cut cut = new Cut(order, frozen, syncNanos, atEndOfData);
        if (logs != null) {
            logs.cut(cut);
        } else {
            hand(cut);
        }
    }

    /** All is there but, where the barrier has overtaken it, what is on its way. */
    private void hand(Cut cut) {
        InFlightRecording recording = recordings.get(cut.id());
        if (recording == null) {
            start(cut);
        } else {
            recording.frozen(cut);
            writeIfWhole(recording);
        }
    }

    /** What is frozen, and what was on its way, are written when both are there. */
    private void writeIfWhole(InFlightRecording recording) {
        if (recording.isWhole() && recordings.remove(recording.id()) != null) {
            start(recording.whole());
        }
    }

    private void drop(long checkpointId) {
        InFlightRecording recording = recordings.remove(checkpointId);
        if (recording != null) {
            recording.drop();
        }
    }

    private void start(Cut cut) {
        SnapshotWriter.Stop stop = new SnapshotWriter.Stop();
        writes.put(cut.id(), stop);
        workers.io(
                "snapshot of " + shared.taskName() + " for checkpoint " + cut.id(),
                () -> write(cut, stop));
    }

    /** Where a loop begins a snapshot is written when its log is complete. */
    private final class LogOutcome implements FeedbackLogs.Outcome {
        @Override
        public void complete(Cut cut, LoopLog log) {
            hand(cut.with(log));
        }

        @Override
        public void dropped(Cut cut, TaskListener.Decline why) {
            drop(cut.id());
            listener.decline(shared.key(), cut.id(), why, null, null);
        }
    }

    /** On an I/O thread. */
    private void write(Cut cut, SnapshotWriter.Stop stop) {
        TaskKey key = shared.key();
        try {
            TaskSnapshot snapshot =
                    writer.write(
                            cut.order(),
                            key.vertex(),
                            key.subtask(),
                            cut.frozen(),
                            cut.syncNanos(),
                            stop);
            listener.acknowledge(key, snapshot, cut.afterEnd());
        } catch (Throwable t) {
            if (!stop.isAsked()) { // else nobody wants to know, and it may be why this was thrown
                String operator =
                        t instanceof SnapshotWriter.PartFailure f ? f.operatorName() : null;
                listener.decline(
                        key, cut.id(), TaskListener.Decline.ASYNCHRONOUS_FAILURE, operator, t);
            }
        } finally {
            writes.remove(cut.id());
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
