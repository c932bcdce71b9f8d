// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointDecision.Abort;
import io.millrace.engine.checkpoint.CheckpointDecision.DiscardSnapshot;
import io.millrace.engine.checkpoint.CheckpointDecision.FailJob;
import io.millrace.engine.checkpoint.CheckpointDecision.Ignore;
import io.millrace.engine.checkpoint.CheckpointDecision.NotYet;
import io.millrace.engine.checkpoint.CheckpointDecision.NotifyComplete;
import io.millrace.engine.checkpoint.CheckpointDecision.Refused;
import io.millrace.engine.checkpoint.CheckpointDecision.Trigger;
import io.millrace.engine.checkpoint.CheckpointDecision.WriteManifest;
import io.millrace.engine.checkpoint.PendingCheckpoint.Answer;
import io.millrace.engine.checkpoint.PendingCheckpoint.State;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorSnapshot;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.state.TaskSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Brings all tasks of one job to agree on a cut.
 *
 * <p>It is told what happened and answers with {@link CheckpointDecision}s; it does nothing itself.
 * Time is an argument: {@code nowMs} counts milliseconds from any origin and never goes back,
 * {@code wallMs} is the date a checkpoint bears. The job thread owns it; no other thread may touch
 * it.
 *
 * <h2>How a checkpoint goes</h2>
 *
 * <pre>
 *   tick ──► Trigger ──► answers ──► WriteManifest ──► manifestPublished ──► NotifyComplete
 *                           │                               │
 *                           ▼                               ▼
 *                         Abort ◄─── decline, time up,   manifestFailed
 *                                    task gone, newer complete
 * </pre>
 *
 * <p><b>The order that must never change: manifest visible, then notify, then commit.</b> A
 * manifest that is being written can't be called back, so such a checkpoint neither expires nor is
 * aborted, not even when the job fails meanwhile; whoever wants to restore waits until {@link
 * #isPublishing()} is false. Manifests are written one at a time and with growing ids; a checkpoint
 * that is complete makes older ones that are still open superfluous.
 *
 * <h2>How to drive it</h2>
 *
 * <p>After every call, and at {@link #nextWakeAtMs()}, call {@link #tick}: it alone triggers, so
 * that all rules about when stand in one place. Of letters from an earlier attempt only snapshots
 * are of interest here (their files have to go); all others are thrown away before.
 *
 * <h2>Tasks that end</h2>
 *
 * <p>A task says twice that it ends. <em>At end of data</em>: it has finished its operators and
 * waits for a checkpoint to complete that began later, so that the last transactions are committed.
 * <em>Finished</em>: it is gone, and everything it sent has been consumed. From then on the tasks
 * behind it, if they hear of nobody else, get the letter themselves. When all that still run are at
 * end of data, one checkpoint is triggered without waiting for the next tick; it is triggered anew
 * when it is given up because a task, being in no need of it, ended before it answered. When it is
 * given up because something failed, the next tick is when it is tried again, as with any other.
 *
 * <h2>Counting failures</h2>
 *
 * <p>Each checkpoint counts at most once, a completed one sets the count to 0, and failures of
 * checkpoints older than the last completed one do not count. When the count exceeds the tolerable
 * number the job fails and the count begins anew.
 */
public final class CheckpointCoordinator {

    /** How many requested checkpoints may wait for a free slot. */
    static final int MAX_WAITING_REQUESTS = 1000;

    /**
     * How many ended checkpoints are remembered, so that a late snapshot can be told from a double
     * one. Snapshots of older ones are left where they are; the next start sweeps them.
     */
    static final int MAX_REMEMBERED = 256;

    private final CheckpointGraph graph;
    private final CheckpointPolicy policy;
    private final CheckpointSchedule schedule;
    private final NavigableSet<SubtaskKey> tasks;

    private boolean running;
    private int attempt;
    private long nextId = 1;
    private long lastCompletedId;
    private int failures;
    private int waitingRequests;

    /** The newest checkpoint that began with all tasks at end of data; 0 while none is wanted. */
    private long finalId;

    private final NavigableSet<SubtaskKey> finished = new TreeSet<>();
    private final NavigableSet<SubtaskKey> atEndOfData = new TreeSet<>();

    private final TreeMap<Long, PendingCheckpoint> open = new TreeMap<>();

    private final Map<Long, PendingCheckpoint> remembered =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, PendingCheckpoint> eldest) {
                    return size() > MAX_REMEMBERED;
                }
            };

    /** A coordinator for one job and all its attempts. */
    public CheckpointCoordinator(CheckpointGraph graph, CheckpointPolicy policy) {
        this.graph = graph;
        this.policy = policy;
        this.schedule = new CheckpointSchedule(policy.intervalMs(), policy.pauseMs());
        this.tasks = graph.tasks();
    }

    // ---------------------------------------------------------------- the life of the job

    /**
     * All tasks of an attempt run. The first tick comes one interval (or pause, if longer) from
     * now, and the count of failures begins at 0.
     *
     * @param attemptNumber the attempt whose answers count
     * @param restoredId id of the checkpoint it was restored from, 0 for none; the next id is
     *     larger
     * @param finishedTasks tasks that were restored as finished and do not run
     */
    public void jobRunning(
            long nowMs, int attemptNumber, long restoredId, Collection<SubtaskKey> finishedTasks) {
        if (running) {
            throw new IllegalStateException(
                    "Attempt "
                            + attemptNumber
                            + " begins while attempt "
                            + attempt
                            + " has not been suspended");
        }
        if (isPublishing()) {
            throw new IllegalStateException(
                    "Attempt "
                            + attemptNumber
                            + " begins while the manifest of checkpoint "
                            + open.firstKey()
                            + " is being written: which checkpoint is the latest is not known");
        }
        running = true;
        attempt = attemptNumber;
        nextId = Math.max(nextId, restoredId + 1);
        lastCompletedId = Math.max(lastCompletedId, restoredId);
        failures = 0;
        finalId = 0;
        atEndOfData.clear();
        finished.clear();
        finished.addAll(finishedTasks);
        schedule.start(nowMs);
    }

    /**
     * The attempt is over, for whatever reason: nothing is triggered any more, waiting requests are
     * refused, and all checkpoints are given up save one whose manifest is being written.
     *
     * @param reason one that is not counted
     */
    public List<CheckpointDecision> suspend(CheckpointFailureReason reason, long nowMs) {
        List<CheckpointDecision> decisions = new ArrayList<>();
        stop();
        for (; waitingRequests > 0; waitingRequests--) {
            decisions.add(new Refused(reason));
        }
        for (PendingCheckpoint pending : List.copyOf(open.values())) {
            if (pending.state() != State.PUBLISHING) {
                decisions.add(abort(pending, reason, null, null, null, nowMs));
            }
        }
        return decisions;
    }

    /**
     * Whether a manifest is being written, so that nobody can say yet which checkpoint is the
     * latest.
     */
    public boolean isPublishing() {
        return open.values().stream().anyMatch(pending -> pending.state() == State.PUBLISHING);
    }

    /**
     * Id of the newest complete checkpoint, the one restored from included; 0 when there is none.
     */
    public long lastCompletedId() {
        return lastCompletedId;
    }

    /** Ids of the checkpoints that are neither complete nor given up, oldest first. */
    public List<Long> openIds() {
        return List.copyOf(open.keySet());
    }

    // ---------------------------------------------------------------- when

    /**
     * Gives up what has expired and begins what is due.
     *
     * @return empty when nothing was due
     */
    public List<CheckpointDecision> tick(long nowMs, long wallMs) {
        List<CheckpointDecision> decisions = new ArrayList<>();
        for (PendingCheckpoint pending : List.copyOf(open.values())) {
            if (running && pending.state() == State.COLLECTING && nowMs >= deadlineMs(pending)) {
                fail(pending, CheckpointFailureReason.EXPIRED, null, null, null, nowMs, decisions);
            }
        }
        if (!running) {
            return decisions;
        }
        while (waitingRequests > 0 && slotFree()) {
            waitingRequests--;
            if (mayTrigger()) {
                decisions.add(trigger(CheckpointKind.REQUESTED, nowMs, wallMs));
            } else {
                decisions.add(new Refused(whyNot()));
            }
        }
        if (wantsFinal() && slotFree()) {
            decisions.add(trigger(CheckpointKind.FINAL, nowMs, wallMs));
        }
        switch (schedule.ask(nowMs, slotFree())) {
            case NOT_DUE -> {}
            case SLOT_FULL -> decisions.add(notYet(CheckpointFailureReason.SLOT_FULL));
            case PAUSE -> decisions.add(notYet(CheckpointFailureReason.MIN_PAUSE));
            case DUE ->
                    decisions.add(
                            mayTrigger()
                                    ? trigger(CheckpointKind.PERIODIC, nowMs, wallMs)
                                    : notYet(whyNot()));
        }
        return decisions;
    }

    /**
     * Asks for a checkpoint outside the schedule. It does not heed the pause; if no slot is free it
     * waits for one. The schedule goes on as it was.
     */
    public List<CheckpointDecision> triggerNow(long nowMs, long wallMs) {
        if (!running) {
            return List.of(new Refused(CheckpointFailureReason.NOT_ALL_TASKS_RUNNING));
        }
        if (waitingRequests >= MAX_WAITING_REQUESTS) {
            return List.of(new Refused(CheckpointFailureReason.TOO_MANY_REQUESTS));
        }
        waitingRequests++;
        List<CheckpointDecision> decisions = new ArrayList<>(tick(nowMs, wallMs));
        if (waitingRequests > 0 && decisions.stream().noneMatch(NotYet.class::isInstance)) {
            decisions.add(notYet(CheckpointFailureReason.SLOT_FULL));
        }
        return decisions;
    }

    /**
     * When {@link #tick} must be called at the latest, in the milliseconds of {@code nowMs}: {@link
     * Long#MIN_VALUE} for at once, {@link Long#MAX_VALUE} when it need not.
     */
    public long nextWakeAtMs() {
        if (!running) {
            return Long.MAX_VALUE;
        }
        if (slotFree() && (waitingRequests > 0 || wantsFinal())) {
            return Long.MIN_VALUE;
        }
        long wakeAtMs = schedule.askAgainAtMs(slotFree());
        for (PendingCheckpoint pending : open.values()) {
            if (pending.state() == State.COLLECTING) {
                wakeAtMs = Math.min(wakeAtMs, deadlineMs(pending));
            }
        }
        return wakeAtMs;
    }

    private long deadlineMs(PendingCheckpoint pending) {
        long deadlineMs = pending.startedAtMs() + policy.timeoutMs();
        return deadlineMs < pending.startedAtMs() ? Long.MAX_VALUE : deadlineMs;
    }

    private boolean slotFree() {
        return open.size() < policy.slots();
    }

    private boolean mayTrigger() {
        return finished.size() < tasks.size() && (finished.isEmpty() || policy.afterTasksFinish());
    }

    private CheckpointFailureReason whyNot() {
        return finished.size() == tasks.size()
                ? CheckpointFailureReason.NOT_ALL_TASKS_RUNNING
                : CheckpointFailureReason.TASKS_FINISHED;
    }

    private boolean wantsFinal() {
        return policy.isPeriodic()
                && policy.afterTasksFinish()
                && finalId == 0
                && mayTrigger()
                && allAtEndOfData();
    }

    private boolean allAtEndOfData() {
        for (SubtaskKey task : tasks) {
            if (!finished.contains(task) && !atEndOfData.contains(task)) {
                return false;
            }
        }
        return true;
    }

    private NotYet notYet(CheckpointFailureReason reason) {
        return new NotYet(reason, schedule.nextTickAtMs());
    }

    private Trigger trigger(CheckpointKind kind, long nowMs, long wallMs) {
        List<SubtaskKey> asked = unfinished();
        List<OperatorId> coordinators = graph.coordinated(finished);
        PendingCheckpoint pending =
                new PendingCheckpoint(
                        nextId++, kind, attempt, wallMs, nowMs, asked, finished, coordinators);
        open.put(pending.id(), pending);
        if (allAtEndOfData()) {
            // Whatever began after the last task came to its end is as good as the final one.
            finalId = pending.id();
        }
        return new Trigger(
                pending.id(),
                kind,
                attempt,
                wallMs,
                graph.roots(finished),
                coordinators,
                asked.size());
    }

    private List<SubtaskKey> unfinished() {
        List<SubtaskKey> unfinished = new ArrayList<>(tasks);
        unfinished.removeAll(finished);
        return unfinished;
    }

    // ---------------------------------------------------------------- answers

    /**
     * A task's snapshot is durable.
     *
     * @param ofAttempt the attempt of the task that took it
     * @param afterEnd whether the task had finished its operators before it took it
     */
    public List<CheckpointDecision> acknowledge(
            TaskSnapshot snapshot, int ofAttempt, boolean afterEnd, long nowMs) {
        long id = snapshot.checkpointId();
        PendingCheckpoint pending = find(id);
        if (pending == null) {
            return List.of(
                    new Ignore(id, false, "a snapshot came for a checkpoint nobody remembers"));
        }
        if (pending.attempt() != ofAttempt && pending.state() != State.ABORTED) {
            return List.of(
                    new Ignore(
                            id,
                            false,
                            "a snapshot of attempt "
                                    + ofAttempt
                                    + " came for a checkpoint of attempt "
                                    + pending.attempt()));
        }
        SubtaskKey task = new SubtaskKey(snapshot.vertex(), snapshot.subtask());
        return switch (pending.answer(snapshot, afterEnd)) {
            case ACCEPTED -> accepted(pending, nowMs);
            case DUPLICATE -> List.of(new Ignore(id, true, "task " + task + " answered twice"));
            case UNKNOWN ->
                    List.of(new Ignore(id, false, "task " + task + " answered and was not asked"));
            case LATE -> List.of(new DiscardSnapshot(snapshot));
        };
    }

    /** The enumerator of a source has said where it stands. */
    public List<CheckpointDecision> coordinatorAcknowledge(
            long id, OperatorId operator, byte[] bytes, long nowMs) {
        PendingCheckpoint pending = find(id);
        String who = "the enumerator of '" + graph.operatorName(operator) + "'";
        Answer answer = pending == null ? Answer.LATE : pending.answer(operator, bytes);
        return switch (answer) {
            case ACCEPTED -> accepted(pending, nowMs);
            case DUPLICATE -> List.of(new Ignore(id, true, who + " answered twice"));
            case UNKNOWN -> List.of(new Ignore(id, false, who + " answered and was not asked"));
            case LATE -> List.of(new Ignore(id, true, who + " answered late"));
        };
    }

    /** The enumerator of a source could not say where it stands, and goes on. */
    public List<CheckpointDecision> coordinatorDecline(
            long id, OperatorId operator, Throwable cause, long nowMs) {
        PendingCheckpoint pending = open.get(id);
        String name = graph.operatorName(operator);
        if (pending == null || pending.state() != State.COLLECTING) {
            return List.of(new Ignore(id, true, "the enumerator of '" + name + "' declined late"));
        }
        List<CheckpointDecision> decisions = new ArrayList<>();
        fail(
                pending,
                CheckpointFailureReason.COORDINATOR_FAILURE,
                null,
                name,
                cause,
                nowMs,
                decisions);
        return decisions;
    }

    /**
     * A task will not answer.
     *
     * @param operatorName the operator that failed; null when it was none in particular
     * @param cause what was thrown; null when nothing was
     */
    public List<CheckpointDecision> decline(
            long id,
            SubtaskKey task,
            CheckpointFailureReason reason,
            String operatorName,
            Throwable cause,
            long nowMs) {
        PendingCheckpoint pending = open.get(id);
        if (pending == null || pending.state() != State.COLLECTING) {
            return List.of(new Ignore(id, true, "task " + task + " declined late"));
        }
        List<CheckpointDecision> decisions = new ArrayList<>();
        fail(pending, reason, task, operatorName, cause, nowMs, decisions);
        return decisions;
    }

    /**
     * A task has finished its operators and waits for a checkpoint that begins after this. Said
     * before any snapshot it takes in that condition.
     */
    public void taskAtEndOfData(SubtaskKey task) {
        atEndOfData.add(requireKnown(task));
    }

    /**
     * A task is gone after its end of data, and all it sent has been consumed: else the tasks
     * behind it, which get letters from now on, would cut between what it sent and what they have
     * read.
     */
    public List<CheckpointDecision> taskFinished(SubtaskKey task, long nowMs) {
        finished.add(requireKnown(task));
        List<CheckpointDecision> decisions = new ArrayList<>();
        for (PendingCheckpoint pending : List.copyOf(open.values())) {
            if (pending.waitsFor(task)) {
                fail(
                        pending,
                        CheckpointFailureReason.TASK_ENDED,
                        task,
                        null,
                        null,
                        nowMs,
                        decisions);
            }
        }
        return decisions;
    }

    private SubtaskKey requireKnown(SubtaskKey task) {
        if (!tasks.contains(task)) {
            throw new IllegalArgumentException(
                    "No task " + task + " in this job; there are " + tasks);
        }
        return task;
    }

    private PendingCheckpoint find(long id) {
        PendingCheckpoint pending = open.get(id);
        return pending != null ? pending : remembered.get(id);
    }

    // ---------------------------------------------------------------- complete

    private List<CheckpointDecision> accepted(PendingCheckpoint pending, long nowMs) {
        if (!pending.hasAllAnswers()) {
            return List.of();
        }
        List<CheckpointDecision> decisions = new ArrayList<>();
        OperatorId torn = partlyFinishedUnion(pending);
        if (torn != null) {
            fail(
                    pending,
                    CheckpointFailureReason.UNION_STATE_PARTLY_FINISHED,
                    null,
                    graph.operatorName(torn),
                    null,
                    nowMs,
                    decisions);
            return decisions;
        }
        pending.moveTo(State.COLLECTED);
        publishNext(decisions);
        return decisions;
    }

    /** Asks for the next manifest, unless one is being written. */
    private void publishNext(List<CheckpointDecision> decisions) {
        if (isPublishing()) {
            return;
        }
        for (PendingCheckpoint pending : open.values()) {
            if (pending.state() == State.COLLECTED) {
                decisions.add(
                        new WriteManifest(
                                pending.id(),
                                pending.kind(),
                                pending.attempt(),
                                pending.timestampMs(),
                                List.copyOf(pending.snapshots()),
                                pending.coordinators(),
                                pending.finished(),
                                pending.ended()));
                pending.moveTo(State.PUBLISHING);
                return;
            }
        }
    }

    /**
     * The manifest is visible: the checkpoint is complete, whatever has become of the job
     * meanwhile.
     */
    public List<CheckpointDecision> manifestPublished(long id, long nowMs) {
        PendingCheckpoint pending = requirePublishing(id);
        end(pending, State.COMPLETED, nowMs);
        lastCompletedId = id;
        failures = 0;
        List<CheckpointDecision> decisions = new ArrayList<>();
        for (PendingCheckpoint older : List.copyOf(open.headMap(id).values())) {
            decisions.add(abort(older, CheckpointFailureReason.SUBSUMED, null, null, null, nowMs));
        }
        boolean told = running && pending.attempt() == attempt;
        decisions.add(
                new NotifyComplete(
                        id,
                        pending.kind(),
                        nowMs - pending.startedAtMs(),
                        told ? unfinished() : List.of(),
                        told ? graph.coordinated(finished) : List.of()));
        publishNext(decisions);
        return decisions;
    }

    /** The manifest could not be written, and is not visible. */
    public List<CheckpointDecision> manifestFailed(long id, Throwable cause, long nowMs) {
        PendingCheckpoint pending = requirePublishing(id);
        List<CheckpointDecision> decisions = new ArrayList<>();
        fail(
                pending,
                CheckpointFailureReason.MANIFEST_FAILURE,
                null,
                null,
                cause,
                nowMs,
                decisions);
        publishNext(decisions);
        return decisions;
    }

    private PendingCheckpoint requirePublishing(long id) {
        PendingCheckpoint pending = open.get(id);
        if (pending == null || pending.state() != State.PUBLISHING) {
            throw new IllegalStateException(
                    "News of the manifest of checkpoint "
                            + id
                            + ", which was not being written: "
                            + (pending == null ? "it is not open" : "it is " + pending.state()));
        }
        return pending;
    }

    /**
     * An operator with union list state that ended in some subtasks and not in others; null when
     * there is none. What the ended ones would have contributed is lost, and every subtask would
     * restore from less than the whole.
     */
    private OperatorId partlyFinishedUnion(PendingCheckpoint pending) {
        for (TaskSnapshot snapshot : pending.snapshots()) {
            int over = 0;
            int parallelism = graph.vertices().get(snapshot.vertex()).parallelism();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                SubtaskKey task = new SubtaskKey(snapshot.vertex(), subtask);
                if (pending.finished().contains(task) || pending.ended().contains(task)) {
                    over++;
                }
            }
            if (over > 0 && over < parallelism) {
                for (OperatorSnapshot operator : snapshot.operators()) {
                    if (hasUnionState(operator)) {
                        return operator.operator();
                    }
                }
            }
        }
        return null;
    }

    private static boolean hasUnionState(OperatorSnapshot operator) {
        for (StateHandle handle : operator.handles()) {
            for (StateSummary state : handle.states()) {
                if (state.kind().equals("union-list")) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---------------------------------------------------------------- abort

    private void fail(
            PendingCheckpoint pending,
            CheckpointFailureReason reason,
            SubtaskKey task,
            String operatorName,
            Throwable cause,
            long nowMs,
            List<CheckpointDecision> decisions) {
        Abort abort = abort(pending, reason, task, operatorName, cause, nowMs);
        decisions.add(abort);
        if (abort.counted() && failures > policy.tolerableFailures()) {
            decisions.add(new FailJob(pending.id(), tooMany(abort), cause));
            failures = 0;
            stop();
        }
    }

    private Abort abort(
            PendingCheckpoint pending,
            CheckpointFailureReason reason,
            SubtaskKey task,
            String operatorName,
            Throwable cause,
            long nowMs) {
        List<SubtaskKey> missing = pending.missing();
        boolean counted =
                running
                        && pending.attempt() == attempt
                        && pending.id() > lastCompletedId
                        && reason.counts(policy.timeoutCounts());
        if (counted) {
            failures++;
        }
        end(pending, State.ABORTED, nowMs);
        if (pending.id() == finalId && reason == CheckpointFailureReason.TASK_ENDED) {
            // Nothing is wrong, and the same can't happen more often than there are tasks.
            finalId = 0;
        }
        boolean told = running && pending.attempt() == attempt;
        return new Abort(
                pending.id(),
                pending.kind(),
                reason,
                task,
                task == null ? null : graph.vertices().get(task.vertex()).name(),
                operatorName,
                cause,
                counted,
                failures,
                policy.tolerableFailures(),
                nowMs - pending.startedAtMs(),
                missing,
                told ? unfinished() : List.of(),
                told ? graph.coordinated(finished) : List.of());
    }

    private static String tooMany(Abort abort) {
        String place = abort.place();
        String what =
                "Checkpoint "
                        + abort.id()
                        + " failed because "
                        + abort.reason().text()
                        + (place.isEmpty() ? "" : ": " + place)
                        + (abort.cause() == null ? "" : " (" + abort.cause() + ")");
        String count =
                abort.tolerable() == 0
                        ? "No failed checkpoint is tolerable"
                        : abort.failures()
                                + " checkpoints in a row have failed and "
                                + abort.tolerable()
                                + " are tolerable";
        return what
                + ". "
                + count
                + " (execution.checkpointing.tolerable-failed-checkpoints), so the job fails.";
    }

    private void end(PendingCheckpoint pending, State fate, long nowMs) {
        pending.end(fate);
        open.remove(pending.id());
        remembered.put(pending.id(), pending);
        schedule.attemptEnded(nowMs);
    }

    private void stop() {
        running = false;
        schedule.stop();
    }
}
