// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointCoordinator;
import io.millrace.engine.checkpoint.CheckpointDecision;
import io.millrace.engine.checkpoint.CheckpointFailureReason;
import io.millrace.engine.checkpoint.CheckpointRequest;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.checkpoint.SubtaskKey;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.storage.FencedException;
import io.millrace.engine.task.TaskKey;
import io.millrace.engine.task.TaskListener;
import io.millrace.util.FlinkException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between the {@link CheckpointCoordinator}, which decides about checkpoints and does
 * nothing, and those who do: opens the letters about checkpoints, asks it, and carries out its
 * decisions. Letters go to the tasks and enumerators of the attempt that runs, files to {@link
 * StoreWork}; that a checkpoint fails the job is told to the supervisor.
 *
 * <p>A checkpoint begins in two steps. First the enumerators say where they stand, and from then on
 * hold back their letters; when the last one has, the letters go to the tasks where barriers begin,
 * and then the enumerators are let go on. So a split is on one side of the cut. The directory of a
 * savepoint is made before all that.
 *
 * <p>Used by the supervisor, on its step.
 */
final class Checkpointing {

    private static final Logger LOG = LoggerFactory.getLogger(Checkpointing.class);

    private final JobContext context;
    private final CheckpointCoordinator coordinator;
    private final StoreWork store;
    private final Consequences job;
    private final Requests requests;
    private final CheckpointDecision.Visitor<Void> doing = new Doing();

    /** Of the attempt that runs; null while none does. */
    private Deployment deployment;

    private TriggerInProgress trigger;

    /** A savepoint whose directory is being made; null for none. */
    private CheckpointDecision.Trigger placing;

    /** The newest savepoint with which the job stops whose letters are out; 0 for none. */
    private long stopSent;

    /** The one whose manifest became visible last. */
    private CompletedCheckpoint published;

    /** The sources of an attempt that are behind their input. */
    private final Set<OperatorId> behind = new HashSet<>();

    private int behindIn;

    /**
     * A checkpoint whose letters wait until the enumerators of the sources have said where they
     * stand.
     */
    private static final class TriggerInProgress {
        final CheckpointDecision.Trigger decision;
        final Set<OperatorId> awaited;

        TriggerInProgress(CheckpointDecision.Trigger decision) {
            this.decision = decision;
            this.awaited = new HashSet<>(decision.coordinators());
        }
    }

    /** What checkpoints may mean to the job as a whole. */
    interface Consequences {
        /** A checkpoint failed that was one too many. */
        void jobFails(FlinkException why);

        /** The savepoint with which the job was to be cancelled is complete. */
        void jobIsCancelled();
    }

    Checkpointing(
            JobContext context,
            CheckpointCoordinator coordinator,
            StoreWork store,
            Consequences job) {
        this.context = context;
        this.coordinator = coordinator;
        this.store = store;
        this.job = job;
        this.requests = new Requests(context);
    }

    // ---- the life of an attempt ----

    /**
     * All tasks of an attempt run: checkpoints begin.
     *
     * @param number of the attempt
     * @param usedId the largest checkpoint id that is in use already
     * @param onLoan whether nothing may refer to what was restored
     */
    void begin(Attempt attempt, int number, long usedId, boolean onLoan) {
        deployment = attempt.deployment();
        forgetBacklogBefore(number);
        coordinator.backlog(!behind.isEmpty(), context.nowMs());
        List<SubtaskKey> gone = new ArrayList<>();
        for (TaskKey finished : deployment.finishedBefore()) {
            gone.add(place(finished));
        }
        coordinator.jobRunning(context.nowMs(), number, usedId, gone, deployment.coordinators());
        if (onLoan) {
            coordinator.wantFull();
        }
        for (TaskKey ended : attempt.atEndOfData()) {
            taskAtEndOfData(ended);
        }
        for (TaskKey finished : attempt.finished()) {
            taskFinished(finished);
        }
    }

    /** Each attempt has enumerators of its own, which begin before all tasks run. */
    private void forgetBacklogBefore(int attempt) {
        if (attempt != behindIn) {
            behindIn = attempt;
            behind.clear();
        }
    }

    /** Before {@link #begin} of no interest: that asks the attempt. */
    void taskAtEndOfData(TaskKey task) {
        if (deployment != null) {
            coordinator.taskAtEndOfData(place(task));
        }
    }

    /** Before {@link #begin} of no interest: that asks the attempt. */
    void taskFinished(TaskKey task) {
        if (deployment != null && !deployment.finishedBefore().contains(task)) {
            carryOut(coordinator.taskFinished(place(task), context.nowMs()));
        }
    }

    /** The attempt ends: what is under way is given up, save a manifest that is being written. */
    void suspend(CheckpointFailureReason reason) {
        trigger = null;
        placing = null;
        carryOut(coordinator.suspend(reason, context.nowMs()));
        deployment = null;
        if (reason != CheckpointFailureReason.JOB_ENDED) {
            requests.endsOtherwise(reason.text());
        }
    }

    /** The job has ended, and its outcome is told. */
    void jobEnded(JobState state) {
        requests.ended(state);
    }

    /** Whether it is open which checkpoint is the latest. */
    boolean isPublishing() {
        return coordinator.isPublishing();
    }

    // ---- time ----

    /** Begins what is due and gives up what has expired. */
    void tick() {
        carryOut(coordinator.tick(context.nowMs(), context.workers().clock().millis()));
    }

    /** When {@link #tick} must be called at the latest, as the coordinator says it. */
    long nextWakeAtMs() {
        return coordinator.nextWakeAtMs();
    }

    // ---- letters ----

    void open(JobLetter.OfCheckpoint letter) {
        long nowMs = context.nowMs();
        if (letter instanceof JobLetter.Acknowledged x) {
            carryOut(
                    coordinator.acknowledge(x.snapshot(), x.task().attempt(), x.afterEnd(), nowMs));
        } else if (letter instanceof JobLetter.Declined x) {
            carryOut(
                    coordinator.decline(
                            x.checkpointId(),
                            place(x.task()),
                            reason(x.reason()),
                            x.operator(),
                            x.cause(),
                            nowMs));
            failIfFenced(x.cause());
        } else if (letter instanceof JobLetter.CoordinatorSnapshot x) {
            coordinatorSnapshot(x);
        } else if (letter instanceof JobLetter.CoordinatorDeclined x) {
            carryOut(
                    coordinator.coordinatorDecline(
                            x.checkpointId(), x.operator(), x.cause(), nowMs));
        } else if (letter instanceof JobLetter.Backlog x) {
            backlog(x);
        } else if (letter instanceof JobLetter.Ask x) {
            requests.ask(x.request(), x.answer());
            if (x.request().then() == CheckpointRequest.Then.DRAIN) {
                store.lookAtTarget(x.request()); // from the end of data there is no way back
            } else {
                request(x.request());
            }
        } else if (letter instanceof JobLetter.Looked x) {
            if (x.cause() == null) {
                request(x.request());
            } else {
                requests.notTaken(x.request(), x.cause().getMessage(), x.cause());
            }
        } else if (letter instanceof JobLetter.SavepointPlace x) {
            place(x);
        } else if (letter instanceof JobLetter.Published x) {
            store.published();
            published = x.checkpoint();
            carryOut(coordinator.manifestPublished(x.checkpoint().id(), nowMs));
        } else if (letter instanceof JobLetter.NotPublished x) {
            carryOut(coordinator.manifestFailed(x.checkpointId(), x.cause(), nowMs));
            failIfFenced(x.cause());
        } else if (letter instanceof JobLetter.Removed) {
            store.removed();
            coordinator.removalsUnderWay(store.removals());
        }
    }

    /** However many failures are tolerated: another process runs this job. */
    private void failIfFenced(Throwable cause) {
        if (FencedException.isCauseOf(cause)) {
            job.jobFails(new FlinkException("Another process has taken the job over", cause));
        }
    }

    private void request(CheckpointRequest request) {
        long wallMs = context.workers().clock().millis();
        carryOut(coordinator.request(request, context.nowMs(), wallMs));
    }

    private void place(JobLetter.SavepointPlace x) {
        CheckpointDecision.Trigger placed = placing;
        if (placed == null || placed.id() != x.checkpointId()) {
            if (x.pointer() != null) {
                store.discard(x.checkpointId()); // it was given up meanwhile
            }
            return;
        }
        placing = null;
        if (x.cause() != null) {
            carryOut(coordinator.placeFailed(placed.id(), x.cause(), context.nowMs()));
        } else {
            LOG.info(
                    "The {} of job '{}' goes to {}",
                    placed.request().what(),
                    context.jobName(),
                    x.pointer());
            coordinator.placeReady(placed.id());
            begin(placed);
        }
    }

    private void backlog(JobLetter.Backlog x) {
        forgetBacklogBefore(x.attempt());
        if (x.behind() ? behind.add(x.operator()) : behind.remove(x.operator())) {
            LOG.debug(
                    "Sources of job '{}' that are behind their input: {}",
                    context.jobName(),
                    behind.size());
        }
        coordinator.backlog(!behind.isEmpty(), context.nowMs());
    }

    private static CheckpointFailureReason reason(TaskListener.Decline said) {
        return switch (said) {
            case SYNCHRONOUS_FAILURE -> CheckpointFailureReason.SYNC_FAILURE;
            case ASYNCHRONOUS_FAILURE -> CheckpointFailureReason.ASYNC_FAILURE;
            case SUBSUMED, CANCEL_MARKER -> CheckpointFailureReason.OVERTAKEN;
            case NOT_READY -> CheckpointFailureReason.NOT_ALL_TASKS_RUNNING;
            case END_OF_INPUT -> CheckpointFailureReason.INPUT_ENDED;
        };
    }

    private void coordinatorSnapshot(JobLetter.CoordinatorSnapshot x) {
        if (trigger != null && trigger.decision.id() == x.checkpointId()) {
            trigger.awaited.remove(x.operator());
            List<CheckpointDecision> decisions =
                    coordinator.coordinatorAcknowledge(
                            x.checkpointId(), x.operator(), x.state(), context.nowMs());
            if (trigger.awaited.isEmpty()) {
                sendTriggers(trigger.decision);
                trigger = null;
            }
            carryOut(decisions);
        } else if (deployment != null) {
            deployment.reopen(x.checkpointId());
        }
    }

    // ---- decisions ----

    private void carryOut(List<CheckpointDecision> decisions) {
        for (CheckpointDecision decision : decisions) {
            decision.accept(doing);
        }
        coordinator.removalsUnderWay(store.removals());
    }

    private void begin(CheckpointDecision.Trigger x) {
        if (x.coordinators().isEmpty()) {
            sendTriggers(x);
        } else {
            trigger = new TriggerInProgress(x);
            for (OperatorId id : x.coordinators()) {
                deployment.snapshotCoordinator(id, x.id());
            }
        }
    }

    private void sendTriggers(CheckpointDecision.Trigger decision) {
        if (decision.order().stops()) {
            stopSent = decision.id();
        }
        for (SubtaskKey root : decision.roots()) {
            deployment.trigger(root.vertex(), root.subtask(), decision.order());
        }
        deployment.reopen(decision.id());
    }

    private static SubtaskKey place(TaskKey task) {
        return new SubtaskKey(task.vertex(), task.subtask());
    }

    private final class Doing implements CheckpointDecision.Visitor<Void> {

        @Override
        public Void trigger(CheckpointDecision.Trigger x) {
            LOG.debug("Checkpoint {} of job '{}' begins", x.id(), context.jobName());
            if (x.order().form().isSavepoint()) {
                placing = x;
                store.beginSavepoint(x.id(), x.request().target());
            } else {
                begin(x);
            }
            return null;
        }

        @Override
        public Void notYet(CheckpointDecision.NotYet x) {
            LOG.debug("No checkpoint now: {}", x.reason().text());
            return null;
        }

        @Override
        public Void refused(CheckpointDecision.Refused x) {
            LOG.info(
                    "The {} of job '{}' is not taken, because {}",
                    x.request().what(),
                    context.jobName(),
                    x.reason().text());
            requests.notTaken(x.request(), x.reason().text(), null);
            return null;
        }

        @Override
        public Void drain(CheckpointDecision.Drain x) {
            LOG.info("Job '{}' comes to the end of its data, as was asked", context.jobName());
            x.tasks().forEach(t -> deployment.drain(t.vertex(), t.subtask()));
            return null;
        }

        @Override
        public Void writeManifest(CheckpointDecision.WriteManifest x) {
            store.publish(x);
            return null;
        }

        @Override
        public Void notifyComplete(CheckpointDecision.NotifyComplete x) {
            LOG.debug(
                    "Checkpoint {} of job '{}' is complete after {} ms",
                    x.id(),
                    context.jobName(),
                    x.durationMs());
            for (SubtaskKey task : x.tasks()) {
                deployment.complete(task.vertex(), task.subtask(), x.id());
            }
            for (OperatorId coordinator : x.coordinators()) {
                deployment.completeCoordinator(coordinator, x.id());
            }
            if (x.request() != null) {
                taken(x);
            }
            return null;
        }

        private void taken(CheckpointDecision.NotifyComplete x) {
            LOG.info(
                    "The {} of job '{}' is complete: {}",
                    x.request().what(),
                    context.jobName(),
                    published.pointer());
            requests.taken(x.request(), published);
            if (x.request().then() == CheckpointRequest.Then.CANCEL) {
                job.jobIsCancelled();
            } else if (x.request().then().finishes() && x.tasks().isEmpty()) {
                requests.endsOtherwise("it had failed before that, and is restarted from there");
            } else if (x.request().then().finishes()) {
                x.tasks().forEach(t -> deployment.leave(t.vertex(), t.subtask(), x.id()));
            }
        }

        @Override
        public Void abort(CheckpointDecision.Abort x) {
            if (x.counted() || x.reason().isTrouble()) {
                LOG.warn("Job '{}': {}", context.jobName(), x.logLine(), x.cause());
            } else {
                LOG.info("Job '{}': {}", context.jobName(), x.logLine());
            }
            if (trigger != null && trigger.decision.id() == x.id()) {
                trigger = null;
            }
            if (placing != null && placing.id() == x.id()) {
                placing = null;
            }
            if (x.request() != null) {
                requests.notTaken(x.request(), why(x), x.cause());
            }
            if (deployment != null) {
                deployment.reopen(x.id());
                for (SubtaskKey t : x.tasks()) {
                    if (x.id() == stopSent) {
                        deployment.goOn(t.vertex(), t.subtask(), x.id(), x.latestCompletedId());
                    } else {
                        deployment.aborted(t.vertex(), t.subtask(), x.id(), x.latestCompletedId());
                    }
                }
                x.coordinators().forEach(id -> deployment.abortedCoordinator(id, x.id()));
            }
            store.discard(x.id());
            if (x.id() == stopSent && !x.tasks().isEmpty() && !context.plan().loops().isEmpty()) {
                // What went round a loop at the cut is in its log, and nowhere else.
                String what = "The savepoint with which the job was to stop was given up because ";
                job.jobFails(new FlinkException(what + x.reason().text(), x.cause()));
            }
            return null;
        }

        private String why(CheckpointDecision.Abort x) {
            String who = x.operatorName() == null ? "" : " (operator '" + x.operatorName() + "')";
            return x.reason().text()
                    + who
                    + (x.missing().isEmpty() || x.reason() != CheckpointFailureReason.EXPIRED
                            ? ""
                            : "; no answer from: " + String.join(", ", x.missing()))
                    + (x.cause() == null ? "" : ": " + x.cause().getMessage());
        }

        @Override
        public Void failJob(CheckpointDecision.FailJob x) {
            job.jobFails(new FlinkException(x.message(), x.cause()));
            return null;
        }

        @Override
        public Void discardSnapshot(CheckpointDecision.DiscardSnapshot x) {
            store.discard(x.snapshot().checkpointId());
            return null;
        }

        @Override
        public Void ignore(CheckpointDecision.Ignore x) {
            if (x.expected()) {
                LOG.debug("Checkpoint {}: {}", x.id(), x.why());
            } else {
                LOG.warn("Checkpoint {}: {}", x.id(), x.why());
            }
            return null;
        }
    }
}
