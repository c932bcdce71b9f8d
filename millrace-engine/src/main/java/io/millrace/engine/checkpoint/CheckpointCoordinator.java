// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointDecision.Abort;
import io.millrace.engine.checkpoint.CheckpointDecision.DiscardSnapshot;
import io.millrace.engine.checkpoint.CheckpointDecision.Drain;
import io.millrace.engine.checkpoint.CheckpointDecision.FailJob;
import io.millrace.engine.checkpoint.CheckpointDecision.Ignore;
import io.millrace.engine.checkpoint.CheckpointDecision.NotYet;
import io.millrace.engine.checkpoint.CheckpointDecision.NotifyComplete;
import io.millrace.engine.checkpoint.CheckpointDecision.Refused;
import io.millrace.engine.checkpoint.CheckpointDecision.Trigger;
import io.millrace.engine.checkpoint.CheckpointDecision.WriteManifest;
import io.millrace.engine.checkpoint.CheckpointRequest.Then;
import io.millrace.engine.checkpoint.PendingCheckpoint.Answer;
import io.millrace.engine.checkpoint.PendingCheckpoint.State;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotOrder.Form;
import io.millrace.engine.state.TaskSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

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
 * #isPublishing()} is false.
 *
 * <h2>Several at once</h2>
 *
 * <p>As many as {@link CheckpointPolicy#slots()} may be open, and each collects its answers by
 * itself: a newer one may have all of them first. Manifests are written one at a time and with
 * growing ids, so the newest complete one is always the latest. What was begun before it and is
 * still open then is superfluous, and is given up ({@link CheckpointFailureReason#SUBSUMED}) before
 * anybody hears that the newer one is complete. A newer one that fails leaves the older ones alone.
 *
 * <p>{@link OpenCheckpoints} keeps what is open, {@link TriggerRules} say when the next one begins,
 * {@link TaskPhases} who still runs, and {@link FailureCount} what has gone wrong.
 *
 * <h2>Savepoints</h2>
 *
 * <p>One that somebody asked for ({@link CheckpointRequest}) stands beside the others: it needs no
 * slot, makes none superfluous and is never superfluous itself, and nobody is told that it is
 * complete, so nothing is committed with it; what was pending at its cut is in it, and is committed
 * by the job's next checkpoint as well (CK-66). Its directory is made before anybody is asked
 * anything.
 *
 * <p>With {@link Then#STOP} or {@link Then#DRAIN} it is the last checkpoint of the job: all are
 * told, commit, and end. The schedule rests from the request on. When such a one is given up there
 * are two ways: before a drain, and if no task did anything wrong, all go on where they stood and
 * the schedule begins anew; else the job fails and is restarted from its last checkpoint (CK-47,
 * CK-64). A task that ends before it has answered is no reason to give up: it is begun anew.
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
 * <em>Finished</em>: it is gone. From then on the tasks behind it, if they hear of nobody else, get
 * the letter themselves. When all that still run are at end of data, one checkpoint is begun for
 * them; see {@link TriggerRules}.
 *
 * <h2>Counting failures</h2>
 *
 * <p>When more have failed in a row than are tolerable the job fails; see {@link FailureCount}.
 */
public final class CheckpointCoordinator {

    private final CheckpointGraph graph;
    private final CheckpointPolicy policy;
    private final TaskPhases phases;
    private final OpenCheckpoints open = new OpenCheckpoints();
    private final TriggerRules rules;
    private final FailureCount failures;

    private boolean running;
    private int attempt;
    private long nextId = 1;

    /** The newest checkpoint of this attempt that completed and was told; 0 when none has. */
    private long completedId;

    /** Whether nothing may refer to what was restored, until one is complete that does not. */
    private boolean fullWanted;

    /** What the job is to end with; null while nothing is. */
    private CheckpointRequest ending;

    /** The same, while the sources and all behind them come to the end of their data. */
    private CheckpointRequest draining;

    private long drainingUntilMs;

    /** A coordinator for one job and all its attempts. */
    public CheckpointCoordinator(CheckpointGraph graph, CheckpointPolicy policy) {
        this.graph = graph;
        this.policy = policy;
        this.phases = new TaskPhases(graph, policy.afterTasksFinish());
        this.rules = new TriggerRules(policy, phases, open);
        this.failures = new FailureCount(policy);
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
     * @param enumerators operators whose enumerator runs: not those of a source that was at its end
     *     in all subtasks
     */
    public void jobRunning(
            long nowMs,
            int attemptNumber,
            long restoredId,
            Collection<SubtaskKey> finishedTasks,
            Collection<OperatorId> enumerators) {
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
                            + open.publishing().id()
                            + " is being written: which checkpoint is the latest is not known");
        }
        running = true;
        ending = null;
        draining = null;
        attempt = attemptNumber;
        nextId = Math.max(nextId, restoredId + 1);
        failures.begin(restoredId);
        completedId = 0;
        phases.begin(finishedTasks, enumerators);
        rules.start(nowMs);
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
        for (CheckpointRequest request : rules.dropRequests()) {
            decisions.add(new Refused(request, reason));
        }
        if (draining != null) {
            decisions.add(new Refused(draining, reason));
            draining = null;
        }
        for (PendingCheckpoint pending : open.all()) {
            if (pending.state() != State.PUBLISHING) {
                decisions.add(abort(pending, reason, Culprit.NOBODY, nowMs));
            }
        }
        return decisions;
    }

    /**
     * Whether a manifest is being written, so that nobody can say yet which checkpoint is the
     * latest.
     */
    public boolean isPublishing() {
        return open.publishing() != null;
    }

    /** Ids of the checkpoints that are neither complete nor given up, oldest first. */
    List<Long> openIds() {
        return open.ids();
    }

    // ---------------------------------------------------------------- when

    /**
     * Gives up what has expired and begins what is due.
     *
     * @return empty when nothing was due
     */
    public List<CheckpointDecision> tick(long nowMs, long wallMs) {
        List<CheckpointDecision> decisions = new ArrayList<>();
        for (PendingCheckpoint pending : open.all()) {
            if (running && pending.state() == State.COLLECTING && nowMs >= deadlineMs(pending)) {
                fail(pending, CheckpointFailureReason.EXPIRED, Culprit.NOBODY, nowMs, decisions);
            }
        }
        if (running && draining != null) {
            drain(nowMs, decisions);
        }
        if (running) {
            List<CheckpointDecision> due = rules.due(nowMs, new Begin(nowMs, wallMs));
            for (CheckpointDecision decision : due) {
                if (decision instanceof Refused no && no.request().equals(ending)) {
                    ending = null;
                    rules.speakUp(nowMs);
                }
            }
            decisions.addAll(due);
        }
        return decisions;
    }

    /**
     * Until all have come to the end of their data checkpoints go on as ever: some of them pass the
     * end on only with one that is complete.
     */
    private void drain(long nowMs, List<CheckpointDecision> decisions) {
        if (phases.mayTrigger() && phases.allAtEndOfData()) {
            rules.beQuiet();
            rules.putBack(draining);
            draining = null;
        } else if (nowMs >= drainingUntilMs) {
            decisions.add(new Refused(draining, CheckpointFailureReason.EXPIRED));
            draining = null;
            String why = "Not all tasks have come to the end of their data within ";
            failJob(0, why + policy.timeoutMs() + " ms (execution.checkpointing.timeout)", null)
                    .ifPresent(decisions::add);
        }
    }

    /**
     * Asks for a checkpoint outside the schedule. It does not heed the pause; it takes one of the
     * slots that may run at once, and waits for one if none is free, before any periodic one
     * (CK-32). The schedule goes on as it was.
     *
     * <p>A savepoint needs no slot. One with which the job is to end ends the schedule, until it is
     * given up; meanwhile nothing else may be asked for.
     */
    public List<CheckpointDecision> request(CheckpointRequest request, long nowMs, long wallMs) {
        CheckpointFailureReason no = refusal(request);
        if (no != null) {
            return List.of(new Refused(request, no));
        }
        List<CheckpointDecision> decisions = new ArrayList<>();
        if (request.then() == Then.DRAIN) {
            ending = request;
            draining = request;
            long untilMs = nowMs + policy.timeoutMs();
            drainingUntilMs = untilMs < nowMs ? Long.MAX_VALUE : untilMs;
            decisions.add(new Drain(request, phases.unfinished()));
        } else {
            if (!rules.addRequest(request)) {
                return List.of(new Refused(request, CheckpointFailureReason.TOO_MANY_REQUESTS));
            }
            if (request.then() != Then.NOTHING) {
                ending = request;
                rules.beQuiet();
            }
        }
        decisions.addAll(tick(nowMs, wallMs));
        if (rules.isWaiting(request) && decisions.stream().noneMatch(NotYet.class::isInstance)) {
            decisions.add(rules.waits(request));
        }
        return decisions;
    }

    private CheckpointFailureReason refusal(CheckpointRequest request) {
        if (!running) {
            return CheckpointFailureReason.NOT_ALL_TASKS_RUNNING;
        }
        if (ending != null) {
            return CheckpointFailureReason.STOPPING;
        }
        return request.then() != Then.NOTHING && !phases.mayTrigger() ? phases.whyNot() : null;
    }

    /** From now on nothing may refer to what was restored; it belongs to somebody else. */
    public void wantFull() {
        fullWanted = true;
    }

    /** A savepoint has its directory. */
    public void placeReady(long id) {
        PendingCheckpoint pending = open.collecting(id);
        if (pending != null) {
            pending.placed();
        }
    }

    /** A savepoint can't have a directory where it was to go. */
    public List<CheckpointDecision> placeFailed(long id, Throwable cause, long nowMs) {
        PendingCheckpoint pending = open.collecting(id);
        if (pending == null) {
            return List.of(new Ignore(id, true, "its directory can't be made, nor is it needed"));
        }
        List<CheckpointDecision> decisions = new ArrayList<>();
        Culprit culprit = new Culprit(null, null, cause);
        fail(pending, CheckpointFailureReason.NO_PLACE, culprit, nowMs, decisions);
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
        long wakeAtMs = rules.askAgainAtMs();
        if (draining != null) {
            boolean due = phases.mayTrigger() && phases.allAtEndOfData();
            wakeAtMs = due ? Long.MIN_VALUE : Math.min(wakeAtMs, drainingUntilMs);
        }
        for (PendingCheckpoint pending : open.all()) {
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

    /**
     * Some source is behind its input, or none is any more: from now on checkpoints are taken as
     * often as is right for that. Holds over attempts until it is said again.
     */
    public void backlog(boolean behind, long nowMs) {
        rules.backlog(behind, nowMs);
    }

    /**
     * How many removals of checkpoints are under way now: of those given up, and of completed ones
     * that are no longer kept.
     */
    public void removalsUnderWay(int number) {
        rules.removalsUnderWay(number);
    }

    /** Begins a checkpoint at this time. */
    private final class Begin implements BiFunction<CheckpointKind, CheckpointRequest, Trigger> {
        private final long nowMs;
        private final long wallMs;

        Begin(long nowMs, long wallMs) {
            this.nowMs = nowMs;
            this.wallMs = wallMs;
        }

        @Override
        public Trigger apply(CheckpointKind kind, CheckpointRequest request) {
            return trigger(kind, request, nowMs, wallMs);
        }
    }

    private Trigger trigger(
            CheckpointKind kind, CheckpointRequest request, long nowMs, long wallMs) {
        List<SubtaskKey> asked = phases.unfinished();
        List<OperatorId> coordinators = phases.enumerators();
        PendingCheckpoint pending =
                new PendingCheckpoint(
                        order(request, nextId++, wallMs),
                        kind,
                        request,
                        attempt,
                        nowMs,
                        asked,
                        phases.finished(),
                        coordinators);
        open.add(pending);
        if (isTold(pending)) {
            rules.began(pending.id());
        }
        return new Trigger(
                pending.order(),
                kind,
                request,
                attempt,
                phases.roots(),
                coordinators,
                asked.size());
    }

    private SnapshotOrder order(CheckpointRequest request, long id, long wallMs) {
        Form form = request == null ? Form.CHECKPOINT : request.form();
        return new SnapshotOrder(
                id,
                wallMs,
                form == Form.CHECKPOINT && fullWanted ? Form.FULL_CHECKPOINT : form,
                form.isSavepoint() ? SnapshotOrder.ALIGNED : policy.alignmentMs(),
                request != null && request.then().finishes());
    }

    /**
     * Whether the tasks are told when it is complete: not of a savepoint beside which the job goes
     * on, nor of one with which it is cancelled (CK-65, CK-66).
     */
    private static boolean isTold(PendingCheckpoint pending) {
        return !pending.isSavepoint() || pending.order().stops();
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
        PendingCheckpoint pending = open.find(id);
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
        PendingCheckpoint pending = open.find(id);
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
        PendingCheckpoint pending = open.collecting(id);
        String name = graph.operatorName(operator);
        if (pending == null) {
            return List.of(new Ignore(id, true, "the enumerator of '" + name + "' declined late"));
        }
        List<CheckpointDecision> decisions = new ArrayList<>();
        Culprit culprit = new Culprit(null, name, cause);
        fail(pending, CheckpointFailureReason.COORDINATOR_FAILURE, culprit, nowMs, decisions);
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
        PendingCheckpoint pending = open.collecting(id);
        if (pending == null) {
            return List.of(new Ignore(id, true, "task " + task + " declined late"));
        }
        List<CheckpointDecision> decisions = new ArrayList<>();
        fail(pending, reason, new Culprit(task, operatorName, cause), nowMs, decisions);
        return decisions;
    }

    /**
     * A task has finished its operators and waits for a checkpoint that begins after this. Said
     * before any snapshot it takes in that condition.
     */
    public void taskAtEndOfData(SubtaskKey task) {
        phases.atEndOfData(task);
    }

    /**
     * A task is gone after its end of data. What it sent last may still be on its way: the tasks
     * behind it, which get letters from now on, keep them until they have taken it all. Else they
     * would cut between what it sent and what they have read.
     */
    public List<CheckpointDecision> taskFinished(SubtaskKey task, long nowMs) {
        phases.finished(task);
        List<CheckpointDecision> decisions = new ArrayList<>();
        for (PendingCheckpoint pending : open.all()) {
            if (pending.waitsFor(task)) {
                Culprit culprit = new Culprit(task, null, null);
                fail(pending, CheckpointFailureReason.TASK_ENDED, culprit, nowMs, decisions);
            }
        }
        return decisions;
    }

    // ---------------------------------------------------------------- complete

    private List<CheckpointDecision> accepted(PendingCheckpoint pending, long nowMs) {
        if (!pending.hasAllAnswers()) {
            return List.of();
        }
        List<CheckpointDecision> decisions = new ArrayList<>();
        OperatorId torn = UnionState.torn(pending, graph);
        if (torn != null) {
            Culprit culprit = new Culprit(null, graph.operatorName(torn), null);
            CheckpointFailureReason reason = CheckpointFailureReason.UNION_STATE_PARTLY_FINISHED;
            fail(pending, reason, culprit, nowMs, decisions);
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
        PendingCheckpoint pending = open.collected();
        if (pending != null) {
            decisions.add(
                    new WriteManifest(
                            pending.order(),
                            pending.kind(),
                            pending.attempt(),
                            List.copyOf(pending.snapshots()),
                            pending.coordinators(),
                            pending.finished(),
                            pending.ended()));
            pending.moveTo(State.PUBLISHING);
        }
    }

    /**
     * The manifest is visible: the checkpoint is complete, whatever has become of the job
     * meanwhile.
     */
    public List<CheckpointDecision> manifestPublished(long id, long nowMs) {
        PendingCheckpoint pending = open.requirePublishing(id);
        open.end(pending, State.COMPLETED);
        rules.completed(id, isTold(pending), nowMs);
        failures.completed(id);
        boolean told = running && pending.attempt() == attempt && isTold(pending);
        List<CheckpointDecision> decisions = new ArrayList<>();
        if (isTold(pending)) {
            completedId = told ? id : completedId;
            fullWanted &= pending.order().form() != Form.FULL_CHECKPOINT;
            for (PendingCheckpoint older : open.olderThan(id)) {
                if (!older.isSavepoint()) {
                    CheckpointFailureReason why = CheckpointFailureReason.SUBSUMED;
                    decisions.add(abort(older, why, Culprit.NOBODY, nowMs));
                }
            }
        }
        decisions.add(
                new NotifyComplete(
                        id,
                        pending.kind(),
                        pending.request(),
                        nowMs - pending.startedAtMs(),
                        told ? phases.unfinished() : List.of(),
                        told ? phases.enumerators() : List.of()));
        publishNext(decisions);
        return decisions;
    }

    /** The manifest could not be written, and is not visible. */
    public List<CheckpointDecision> manifestFailed(long id, Throwable cause, long nowMs) {
        PendingCheckpoint pending = open.requirePublishing(id);
        List<CheckpointDecision> decisions = new ArrayList<>();
        Culprit culprit = new Culprit(null, null, cause);
        fail(pending, CheckpointFailureReason.MANIFEST_FAILURE, culprit, nowMs, decisions);
        publishNext(decisions);
        return decisions;
    }

    // ---------------------------------------------------------------- abort

    /** Who brought it about and by what, each null when there is none in particular. */
    private record Culprit(SubtaskKey task, String operatorName, Throwable cause) {
        static final Culprit NOBODY = new Culprit(null, null, null);
    }

    private void fail(
            PendingCheckpoint pending,
            CheckpointFailureReason reason,
            Culprit culprit,
            long nowMs,
            List<CheckpointDecision> decisions) {
        CheckpointRequest request = pending.request();
        boolean again = request != null && running && reason == CheckpointFailureReason.TASK_ENDED;
        Abort abort = abort(pending, reason, culprit, nowMs);
        decisions.add(again ? abort.ofNobody() : abort);
        if (again) {
            // Nothing is wrong, and the same can't happen more often than there are tasks.
            rules.putBack(request);
        } else if (request != null && request.equals(ending)) {
            endsNot(abort, decisions, nowMs);
        } else if (abort.counted() && failures.takeTooMany()) {
            failJob(pending.id(), FailureCount.tooMany(abort), abort.cause())
                    .ifPresent(decisions::add);
        }
    }

    /** The job is not to end after all: it runs on, or, where that is too late, begins anew. */
    private void endsNot(Abort abort, List<CheckpointDecision> decisions, long nowMs) {
        Then then = ending.then();
        String what = ending.what();
        ending = null;
        boolean drained = then == Then.DRAIN;
        if (drained || then == Then.STOP && abort.reason().isOfTask()) {
            String why =
                    "The "
                            + what
                            + " failed because "
                            + abort.reason().text()
                            + (drained ? ", and the job's input has come to its end" : "");
            failJob(abort.id(), why, abort.cause()).ifPresent(decisions::add);
        } else if (abort.counted() && failures.takeTooMany()) {
            failJob(abort.id(), FailureCount.tooMany(abort), abort.cause())
                    .ifPresent(decisions::add);
        } else {
            rules.speakUp(nowMs);
        }
    }

    /** Empty when it does not run any more. */
    private Optional<CheckpointDecision> failJob(long id, String why, Throwable cause) {
        if (!running) {
            return Optional.empty();
        }
        stop();
        return Optional.of(new FailJob(id, why, cause));
    }

    private Abort abort(
            PendingCheckpoint pending,
            CheckpointFailureReason reason,
            Culprit culprit,
            long nowMs) {
        List<String> missing = pending.missing(graph);
        boolean told = running && pending.attempt() == attempt;
        boolean counted = told && failures.failed(pending.id(), pending.isSavepoint(), reason);
        open.end(pending, State.ABORTED);
        rules.aborted(pending.id(), reason, nowMs);
        return new Abort(
                pending.id(),
                pending.kind(),
                pending.request(),
                reason,
                culprit.task(),
                culprit.task() == null
                        ? null
                        : graph.vertices().get(culprit.task().vertex()).name(),
                culprit.operatorName(),
                culprit.cause(),
                counted,
                failures.inARow(),
                policy.tolerableFailures(),
                nowMs - pending.startedAtMs(),
                missing,
                told ? completedId : 0,
                told ? phases.unfinished() : List.of(),
                told ? phases.enumerators() : List.of());
    }

    private void stop() {
        running = false;
        rules.stop();
    }
}
