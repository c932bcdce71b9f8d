// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointDecision.NotYet;
import io.millrace.engine.checkpoint.CheckpointDecision.Refused;
import io.millrace.engine.checkpoint.CheckpointDecision.Trigger;
import io.millrace.engine.state.SnapshotOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * When a checkpoint begins: because somebody asked, because all tasks wait for the last one, or
 * because the schedule came round; in this order. Of what was asked for, savepoints come first, and
 * they need no free slot as long as barriers are aligned
 * (CK-30, CK-32).
 *
 * <p>A free slot is not enough (CK-29). While the enumerators of another checkpoint have not all
 * answered, or more removals of files are under way than there are slots, the next one waits: else
 * cuts would be made in two places at once, or a store that can't keep up with removing would be
 * given more and more to remove. That holds for each kind. The pause is heeded by the schedule
 * only. While the job is about to end with a savepoint only what was asked for begins.
 *
 * <p><b>The last one.</b> When all that still run are at end of data, one checkpoint is begun
 * without waiting for the next tick. It is begun anew when it is given up because a task, being in
 * no need of it, ended before it answered; unless one that began late enough has completed, for
 * then the others are about to end, too. When it is given up because something failed, the next
 * tick is when it is tried again, as with any other.
 */
final class TriggerRules {

    /** How many requested checkpoints may wait for a free slot. */
    static final int MAX_WAITING_REQUESTS = 1000;

    private final CheckpointPolicy policy;
    private final CheckpointSchedule schedule;
    private final TaskPhases phases;
    private final OpenCheckpoints open;

    private final ArrayDeque<CheckpointRequest> savepoints = new ArrayDeque<>();
    private final ArrayDeque<CheckpointRequest> requests = new ArrayDeque<>();
    private int removals;
    private boolean quiet;

    /** The newest checkpoint that began with all tasks at end of data; 0 while one is wanted. */
    private long finalId;

    /** The oldest one of the attempt that did; 0 for none. */
    private long firstFinalId;

    private boolean finalCompleted;

    TriggerRules(CheckpointPolicy policy, TaskPhases phases, OpenCheckpoints open) {
        this.policy = policy;
        this.schedule = new CheckpointSchedule(policy.intervalMs(), policy.pauseMs());
        this.phases = phases;
        this.open = open;
    }

    /** An attempt runs from now on. */
    void start(long nowMs) {
        finalId = 0;
        firstFinalId = 0;
        finalCompleted = false;
        quiet = false;
        schedule.start(nowMs);
    }

    /** Nothing begins any more until {@link #start}; requests still wait. */
    void stop() {
        schedule.stop();
    }

    /** Only what was asked for begins until {@link #speakUp} or {@link #start}. */
    void beQuiet() {
        quiet = true;
        schedule.stop();
    }

    /** All goes on as before; the first tick comes one interval from now. */
    void speakUp(long nowMs) {
        if (quiet) {
            quiet = false;
            schedule.start(nowMs);
        }
    }

    /** Whether some source is behind its input changes how often checkpoints are due (CK-9). */
    void backlog(boolean behind, long nowMs) {
        schedule.changeInterval(behind ? policy.backlogIntervalMs() : policy.intervalMs(), nowMs);
    }

    /** Gives all waiting requests up; which there were. */
    List<CheckpointRequest> dropRequests() {
        List<CheckpointRequest> dropped = new ArrayList<>(savepoints);
        dropped.addAll(requests);
        savepoints.clear();
        requests.clear();
        return dropped;
    }

    /** False when too many wait already. */
    boolean addRequest(CheckpointRequest request) {
        if (savepoints.size() + requests.size() >= MAX_WAITING_REQUESTS) {
            return false;
        }
        queue(request).add(request);
        return true;
    }

    /** What was begun has to be begun anew, before all others. */
    void putBack(CheckpointRequest request) {
        queue(request).addFirst(request);
    }

    private ArrayDeque<CheckpointRequest> queue(CheckpointRequest request) {
        return request.isSavepoint() ? savepoints : requests;
    }

    boolean isWaiting(CheckpointRequest request) {
        return queue(request).contains(request);
    }

    void removalsUnderWay(int number) {
        removals = number;
    }

    /**
     * Begins what is due.
     *
     * @param begin begins one, so that it is among the open ones when it returns
     */
    List<CheckpointDecision> due(
            long nowMs, BiFunction<CheckpointKind, CheckpointRequest, Trigger> begin) {
        List<CheckpointDecision> decisions = new ArrayList<>();
        while (!savepoints.isEmpty() && inTheWayOfSavepoints() == null) {
            decisions.add(requested(savepoints.remove(), begin));
        }
        while (!requests.isEmpty() && slotFree()) {
            decisions.add(requested(requests.remove(), begin));
        }
        if (quiet) {
            return decisions;
        }
        if (wantsFinal() && slotFree()) {
            decisions.add(begin.apply(CheckpointKind.FINAL, null));
        }
        switch (schedule.ask(nowMs, slotFree())) {
            case NOT_DUE -> {}
            case SLOT_FULL -> decisions.add(notYet(inTheWay()));
            case PAUSE -> decisions.add(notYet(CheckpointFailureReason.MIN_PAUSE));
            case DUE ->
                    decisions.add(
                            phases.mayTrigger()
                                    ? begin.apply(CheckpointKind.PERIODIC, null)
                                    : notYet(phases.whyNot()));
        }
        return decisions;
    }

    private CheckpointDecision requested(
            CheckpointRequest request,
            BiFunction<CheckpointKind, CheckpointRequest, Trigger> begin) {
        return phases.mayTrigger()
                ? begin.apply(CheckpointKind.REQUESTED, request)
                : new Refused(request, phases.whyNot());
    }

    /** What to tell whose request waits. */
    NotYet waits(CheckpointRequest request) {
        return notYet(request.isSavepoint() ? inTheWayOfSavepoints() : inTheWay());
    }

    /** When {@link #due} is to be asked again; see {@link CheckpointSchedule#askAgainAtMs}. */
    long askAgainAtMs() {
        boolean atOnce =
                inTheWayOfSavepoints() == null && !savepoints.isEmpty()
                        || slotFree() && (!requests.isEmpty() || !quiet && wantsFinal());
        return atOnce ? Long.MIN_VALUE : schedule.askAgainAtMs(slotFree());
    }

    /** A checkpoint has begun that all will hear of when it is complete. */
    void began(long id) {
        if (phases.allAtEndOfData()) {
            // Whatever began after the last task came to its end is as good as the final one.
            finalId = id;
            firstFinalId = firstFinalId == 0 ? id : firstFinalId;
        }
    }

    /**
     * A checkpoint has completed.
     *
     * @param told whether the tasks hear of it
     */
    void completed(long id, boolean told, long nowMs) {
        finalCompleted |= told && firstFinalId != 0 && id >= firstFinalId;
        schedule.attemptEnded(nowMs);
    }

    /** A checkpoint was given up. */
    void aborted(long id, CheckpointFailureReason reason, long nowMs) {
        if (id == finalId && reason == CheckpointFailureReason.TASK_ENDED) {
            // Nothing is wrong, and the same can't happen more often than there are tasks.
            finalId = 0;
        }
        schedule.attemptEnded(nowMs);
    }

    private boolean slotFree() {
        return inTheWay() == null;
    }

    /** Why no further checkpoint can begin just now; null when one can. */
    private CheckpointFailureReason inTheWay() {
        return open.size() >= policy.slots()
                ? CheckpointFailureReason.SLOT_FULL
                : inTheWayOfAll();
    }

    /**
     * The same for savepoints, which need no slot where barriers keep their places; where they may
     * overtake, the barrier of a savepoint must not meet another one's on the way.
     */
    private CheckpointFailureReason inTheWayOfSavepoints() {
        return policy.alignmentMs() == SnapshotOrder.ALIGNED ? inTheWayOfAll() : inTheWay();
    }

    /** The same for what needs no slot. */
    private CheckpointFailureReason inTheWayOfAll() {
        if (open.isSettingUp()) {
            return CheckpointFailureReason.SETTING_UP;
        }
        return removals > policy.slots() ? CheckpointFailureReason.REMOVING : null;
    }

    private boolean wantsFinal() {
        return policy.isPeriodic()
                && policy.afterTasksFinish()
                && finalId == 0
                && !finalCompleted
                && phases.mayTrigger()
                && phases.allAtEndOfData();
    }

    private NotYet notYet(CheckpointFailureReason reason) {
        return new NotYet(reason, schedule.nextTickAtMs());
    }
}
