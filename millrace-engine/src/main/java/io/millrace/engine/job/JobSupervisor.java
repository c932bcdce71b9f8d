// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.chain.SourceLetter;
import io.millrace.engine.checkpoint.CheckpointCoordinator;
import io.millrace.engine.checkpoint.CheckpointDecision;
import io.millrace.engine.checkpoint.CheckpointFailureReason;
import io.millrace.engine.checkpoint.CheckpointStore;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.checkpoint.Retention;
import io.millrace.engine.checkpoint.SubtaskKey;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.task.TaskFailure;
import io.millrace.engine.task.TaskKey;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Progress;
import io.millrace.engine.worker.Step;
import io.millrace.runtime.JobException;
import io.millrace.util.FlinkException;
import io.millrace.util.OptionalFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The miller: stands outside the water and decides about the whole job.
 *
 * <p>It takes one letter after the other from its inbox, asks those who know ({@link
 * CheckpointCoordinator} about checkpoints, {@link RestartPolicy} about failures) and carries out
 * what they answer: puts letters into mailboxes, has files written on I/O threads, deploys
 * attempts. It never waits; what takes time comes back as a letter.
 *
 * <h2>An attempt</h2>
 *
 * <p>{@code deploy} makes fresh tasks from the same plan. When all have said that they run,
 * checkpoints begin. An attempt ends when each of its tasks has said that it ended; no next one is
 * deployed, no result told and no checkpoint chosen before that, nor while a manifest is being
 * written. A task that does not come when it is cancelled is interrupted after a while, and named
 * with its stack; if even that is in vain the job fails rather than start anything beside it.
 *
 * <h2>Order to engrave</h2>
 *
 * <p><em>Manifest visible, then notify, then commit.</em> Here that is: {@code WriteManifest} goes
 * to an I/O thread, and only its answer {@code Published} makes the coordinator decide {@code
 * NotifyComplete}.
 *
 * <p>Run by one thread at a time, as a step; {@link #inbox()} and {@link #state()} by anyone.
 */
public final class JobSupervisor implements Step {

    private static final Logger LOG = LoggerFactory.getLogger(JobSupervisor.class);

    private final JobContext context;
    private final SupervisorSettings settings;
    private final CheckpointCoordinator coordinator;
    private final CheckpointStore store;
    private final RestartPolicy restartPolicy;
    private final Clock clock;
    private final Consumer<JobOutcome> ended;
    private final JobInbox inbox = new JobInbox();
    private final AccumulatorLedger accumulators;
    private final long startedAtMs;
    private final long lastUsedId;

    private volatile JobState state = JobState.CREATED;
    private RestorePlan restore;
    private Deployment deployment;
    private int attempt;
    private final Set<TaskKey> running = new HashSet<>();
    private final Set<TaskKey> over = new HashSet<>();
    private final Set<TaskKey> atEndOfData = new HashSet<>();
    private final Set<TaskKey> finished = new HashSet<>();
    private TriggerInProgress trigger;

    /** Set while an attempt is being stopped: what comes after it. */
    private AfterStop afterStop;

    private long stopAskedAtMs;
    private boolean stuckNamed;
    private long restartDelayUntilMs;
    private long restartAtMs = Long.MAX_VALUE;
    private Throwable failure;
    private boolean cleaning;
    private boolean restoring;
    private boolean told;
    private Retention.End endedAs;
    private volatile List<String> kept = List.of();
    private volatile Map<String, OptionalFailure<Object>> totals = Map.of();

    /** What is to happen once all tasks of the attempt have ended. */
    private enum AfterStop {
        RESTART,
        FAIL,
        CANCEL,
        SUSPEND,
        FINISH
    }

    /**
     * @param restore what the first attempt begins with
     * @param lastUsedId largest checkpoint id in use already, also by a damaged one; 0 for none
     * @param ended is told the outcome once, as the last thing
     */
    public JobSupervisor(
            JobContext context,
            SupervisorSettings settings,
            CheckpointCoordinator coordinator,
            CheckpointStore store,
            RestartPolicy restartPolicy,
            RestorePlan restore,
            long lastUsedId,
            Consumer<JobOutcome> ended) {
        this.context = context;
        this.settings = settings;
        this.coordinator = coordinator;
        this.store = store;
        this.restartPolicy = restartPolicy;
        this.restore = restore;
        this.lastUsedId = lastUsedId;
        this.clock = context.workers().clock();
        this.ended = ended;
        this.accumulators = new AccumulatorLedger(context.workers());
        this.startedAtMs = monotonicMs();
    }

    /** Says whom to wake when a letter arrives. */
    public void connect(Runnable wake) {
        inbox.connect(wake);
    }

    /** Any thread. */
    public JobState state() {
        return state;
    }

    /** Any thread: asks the job to end; its result tells when it has. */
    public void cancel() {
        inbox.post(new JobLetter.Cancel());
    }

    /** Any thread: stops the job and keeps all its checkpoints, as a signal does. */
    public void suspend() {
        inbox.post(new JobLetter.Suspend());
    }

    /**
     * Any thread: asks all tasks how their accumulators stand. The future completes on an I/O
     * thread when each has said it between two records; it may be left open when the job has ended,
     * for then the outcome says it.
     */
    CompletableFuture<Map<String, OptionalFailure<Object>>> accumulators() {
        CompletableFuture<Map<String, OptionalFailure<Object>>> answer = new CompletableFuture<>();
        inbox.post(new JobLetter.TellAccumulators(answer));
        return answer;
    }

    @Override
    public String name() {
        return "supervisor";
    }

    @Override
    public long wakeAtMs() {
        long now = monotonicMs();
        long at = Math.min(restartAtMs, coordinator.nextWakeAtMs());
        if (afterStop != null && deployment != null) {
            at = Math.min(at, now + Math.max(1, Math.min(1000, settings.cancelInterruptMs())));
        }
        if (at == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        return clock.millis() + Math.max(0, at == Long.MIN_VALUE ? 0 : at - now);
    }

    @Override
    public Progress step() {
        try {
            return work();
        } catch (Throwable t) {
            LOG.error(
                    "The supervisor of job '{}' failed; this is a fault of Millrace",
                    context.jobName(),
                    t);
            if (!told) {
                told = true;
                stopTasks();
                state = JobState.FAILED;
                ended.accept(outcome(t, List.of()));
            }
            return Progress.DONE;
        }
    }

    private Progress work() {
        if (deployment == null && state == JobState.CREATED && attempt == 0) {
            deploy();
        }
        boolean made = false;
        for (JobLetter letter = inbox.take(); letter != null; letter = inbox.take()) {
            made = true;
            if (open(letter)) {
                return Progress.DONE;
            }
        }
        carryOut(coordinator.tick(monotonicMs(), clock.millis()));
        if (monotonicMs() >= restartAtMs) {
            restartAtMs = Long.MAX_VALUE;
            readCheckpoint();
            made = true;
        }
        if (afterStop != null) {
            proceed();
        }
        return made ? Progress.MADE : Progress.NONE;
    }

    // ---- letters ----

    /** True when the job is over. */
    private boolean open(JobLetter letter) {
        if (letter instanceof JobLetter.OfAttempt ofAttempt && ofAttempt.attempt() != attempt) {
            if (letter instanceof JobLetter.Acknowledged late) {
                acknowledged(late);
            }
            return false;
        }
        if (letter instanceof JobLetter.Running x) {
            running.add(x.task());
            allRunning();
        } else if (letter instanceof JobLetter.Acknowledged x) {
            acknowledged(x);
        } else if (letter instanceof JobLetter.Declined x) {
            declined(x);
        } else if (letter instanceof JobLetter.Accumulators x) {
            accumulators.tell(x.task(), x.question(), x.values());
        } else if (letter instanceof JobLetter.EndOfData x) {
            atEndOfData.add(x.task());
            if (state == JobState.RUNNING) {
                coordinator.taskAtEndOfData(place(x.task()));
            }
        } else if (letter instanceof JobLetter.Finished x) {
            finished(x.task());
        } else if (letter instanceof JobLetter.Canceled x) {
            over(x.task());
        } else if (letter instanceof JobLetter.Failed x) {
            taskFailed(x.failure());
        } else if (letter instanceof JobLetter.ToCoordinator x) {
            SourceCoordinator of = deployment == null ? null : deployment.coordinator(x.operator());
            if (of != null) {
                of.receive((SourceLetter.ToCoordinator) x.event());
            }
        } else if (letter instanceof JobLetter.CoordinatorSnapshot x) {
            coordinatorSnapshot(x);
        } else if (letter instanceof JobLetter.CoordinatorFailed x) {
            if (attempt == 0 && x.cause() instanceof SourceNotStarted) {
                // Its input is missing or refused. Trying for ever would only hide that from who
                // has just started the job.
                failForGood(
                        "A source could not start, and the job has only just begun; it is not restarted",
                        x.cause());
            } else {
                fail(
                        new FlinkException(
                                "The enumerator of source '" + x.name() + "' failed", x.cause()));
            }
        } else if (letter instanceof JobLetter.Published x) {
            carryOut(coordinator.manifestPublished(x.checkpoint().id(), monotonicMs()));
        } else if (letter instanceof JobLetter.NotPublished x) {
            carryOut(coordinator.manifestFailed(x.checkpointId(), x.cause(), monotonicMs()));
        } else if (letter instanceof JobLetter.Restored x) {
            restored(x);
        } else if (letter instanceof JobLetter.TellAccumulators x) {
            askAccumulators(x.answer());
        } else if (letter instanceof JobLetter.Cancel) {
            stopFromOutside(AfterStop.CANCEL, JobState.CANCELLING);
        } else if (letter instanceof JobLetter.Suspend) {
            stopFromOutside(AfterStop.SUSPEND, JobState.SUSPENDING);
        } else if (letter instanceof JobLetter.CleanedUp x) {
            return cleanedUp(x);
        }
        return false;
    }

    private void acknowledged(JobLetter.Acknowledged x) {
        carryOut(
                coordinator.acknowledge(
                        x.snapshot(), x.task().attempt(), x.afterEnd(), monotonicMs()));
    }

    private void declined(JobLetter.Declined x) {
        CheckpointFailureReason reason =
                switch (x.reason()) {
                    case SYNCHRONOUS_FAILURE -> CheckpointFailureReason.SYNC_FAILURE;
                    case ASYNCHRONOUS_FAILURE -> CheckpointFailureReason.ASYNC_FAILURE;
                    case SUBSUMED -> CheckpointFailureReason.OVERTAKEN;
                    case CANCEL_MARKER -> CheckpointFailureReason.OVERTAKEN;
                    case NOT_READY -> CheckpointFailureReason.NOT_ALL_TASKS_RUNNING;
                    case END_OF_INPUT -> CheckpointFailureReason.INPUT_ENDED;
                };
        carryOut(
                coordinator.decline(
                        x.checkpointId(),
                        place(x.task()),
                        reason,
                        x.operator(),
                        x.cause(),
                        monotonicMs()));
    }

    private void allRunning() {
        if (running.size() == deployment.size()
                && (state == JobState.CREATED || state == JobState.RESTARTING)
                && afterStop == null) {
            move(JobState.RUNNING);
            List<SubtaskKey> gone = new ArrayList<>();
            deployment.finishedBefore().forEach(task -> gone.add(place(task)));
            coordinator.jobRunning(
                    monotonicMs(), attempt, Math.max(restore.checkpointId(), lastUsedId), gone);
            atEndOfData.forEach(task -> coordinator.taskAtEndOfData(place(task)));
            for (TaskKey task : finished) {
                if (!deployment.finishedBefore().contains(task)) {
                    carryOut(coordinator.taskFinished(place(task), monotonicMs()));
                }
            }
            if (over.size() == deployment.size()) {
                allOver();
            }
        }
    }

    private void finished(TaskKey task) {
        finished.add(task);
        if (state == JobState.RUNNING && !deployment.finishedBefore().contains(task)) {
            carryOut(coordinator.taskFinished(place(task), monotonicMs()));
        }
        over(task);
    }

    private void askAccumulators(CompletableFuture<Map<String, OptionalFailure<Object>>> answer) {
        Set<TaskKey> alive = new HashSet<>();
        if (deployment != null) {
            alive.addAll(deployment.tasks());
            alive.removeAll(over);
        }
        long question = accumulators.ask(alive, answer);
        alive.forEach(task -> deployment.askAccumulators(task, question));
    }

    private void over(TaskKey task) {
        over.add(task);
        accumulators.over(task);
        if (over.size() == deployment.size()) {
            allOver();
        }
    }

    private void allOver() {
        if (afterStop == null
                && state == JobState.RUNNING
                && finished.size() == deployment.size()) {
            afterStop = AfterStop.FINISH;
            carryOut(coordinator.suspend(CheckpointFailureReason.JOB_ENDED, monotonicMs()));
        }
    }

    private void taskFailed(TaskFailure x) {
        over.add(x.key());
        accumulators.over(x.key());
        Throwable cause = x.cause();
        String who =
                x.operator() == null
                        ? "Task '" + x.taskName() + "' failed"
                        : "Operator '"
                                + x.operator()
                                + "'"
                                + (x.uid() == null ? "" : " (uid '" + x.uid() + "')")
                                + " failed in task '"
                                + x.taskName()
                                + "'";
        fail(new FlinkException(who + ", attempt " + (attempt + 1), cause));
    }

    // ---- failure, cancel, the end of an attempt ----

    private void fail(Throwable cause) {
        if (afterStop != null || state.isTerminal()) {
            LOG.debug("A further failure of job '{}' while it stops", context.jobName(), cause);
            return;
        }
        RestartDecision decision = restartPolicy.onFailure(cause, monotonicMs());
        if (decision instanceof RestartDecision.Restart again) {
            LOG.warn(
                    "Job '{}' failed; restart {} follows in {} ms",
                    context.jobName(),
                    again.restart(),
                    again.delayMs(),
                    cause);
            if (state != JobState.RESTARTING) {
                move(JobState.RESTARTING);
            }
            restartAtMs = Long.MAX_VALUE;
            restartDelayUntilMs = monotonicMs() + again.delayMs();
            stop(AfterStop.RESTART, CheckpointFailureReason.TASK_FAILURE);
        } else if (decision instanceof RestartDecision.Fail end) {
            failForGood(end.reason(), cause);
        }
    }

    private void failForGood(String reason, Throwable cause) {
        if (afterStop != null || state.isTerminal()) {
            LOG.debug("A further failure of job '{}' while it stops", context.jobName(), cause);
            return;
        }
        failure = new JobException(reason, cause);
        move(JobState.FAILING);
        stop(AfterStop.FAIL, CheckpointFailureReason.TASK_FAILURE);
    }

    private void stopFromOutside(AfterStop what, JobState stopping) {
        if (afterStop == AfterStop.RESTART
                || afterStop == null && !state.isTerminal() && !cleaning) {
            restartAtMs = Long.MAX_VALUE;
            if (state != stopping) {
                move(stopping);
            }
            stop(what, CheckpointFailureReason.JOB_STOPPED);
        }
    }

    private void stop(AfterStop what, CheckpointFailureReason reason) {
        boolean first = afterStop == null;
        afterStop = what;
        if (first) {
            stopAskedAtMs = monotonicMs();
            stuckNamed = false;
            trigger = null;
            carryOut(coordinator.suspend(reason, monotonicMs()));
            stopTasks();
        }
    }

    private void stopTasks() {
        if (deployment != null) {
            deployment.cancel();
        }
    }

    /** Goes on once the attempt is over and it is known which checkpoint is the latest. */
    private void proceed() {
        if (deployment != null && over.size() < deployment.size()) {
            watchStuck();
            if (deployment != null) {
                return;
            }
        }
        if (coordinator.isPublishing() || cleaning) {
            return;
        }
        if (deployment != null) {
            deployment.close();
            deployment = null;
        }
        switch (afterStop) {
            case RESTART -> {
                afterStop = null;
                restartAtMs = restartDelayUntilMs;
            }
            case FAIL -> cleanUp(Retention.End.FAILED);
            case CANCEL -> cleanUp(Retention.End.CANCELED);
            case SUSPEND -> cleanUp(Retention.End.SUSPENDED);
            case FINISH -> cleanUp(Retention.End.FINISHED);
        }
    }

    private void watchStuck() {
        long waitedMs = monotonicMs() - stopAskedAtMs;
        if (!stuckNamed && waitedMs >= settings.cancelInterruptMs()) {
            stuckNamed = true;
            for (TaskKey task : deployment.tasks()) {
                if (!over.contains(task)) {
                    LOG.warn(
                            "Task '{}' of job '{}' did not end within {} ms of being cancelled; it is interrupted"
                                    + " now. It is in:{}",
                            deployment.name(task),
                            context.jobName(),
                            waitedMs,
                            deployment.stack(task));
                    deployment.interrupt(task);
                }
            }
        } else if (stuckNamed
                && settings.cancelTimeoutMs() > 0
                && waitedMs >= settings.cancelTimeoutMs()) {
            StringBuilder stuck = new StringBuilder();
            for (TaskKey task : deployment.tasks()) {
                if (!over.contains(task)) {
                    stuck.append(stuck.length() == 0 ? "'" : ", '")
                            .append(deployment.name(task))
                            .append("'");
                }
            }
            failure =
                    new JobException(
                            "Task "
                                    + stuck
                                    + " did not end within "
                                    + settings.cancelTimeoutMs()
                                    + " ms (task.cancellation.timeout) of being cancelled, though it was interrupted. The"
                                    + " job fails, since no attempt may run beside an old one; the thread goes on"
                                    + " in the user's code",
                            failure);
            LOG.error(failure.getMessage());
            deployment.close();
            deployment = null;
            accumulators.abandon();
            attempt++; // whatever its tasks still have to tell is of no interest any more
            if (state == JobState.RESTARTING) {
                move(JobState.FAILING);
            }
            afterStop = AfterStop.FAIL;
        }
    }

    private void cleanUp(Retention.End end) {
        cleaning = true;
        endedAs = end;
        List<AccumulatorValue> counted = accumulators.known();
        context.workers()
                .io(
                        "clean-up of job " + context.jobName(),
                        () -> {
                            totals = AccumulatorTotals.of(counted);
                            Throwable problem = null;
                            try {
                                List<String> stay = store.end(settings.retention(), end);
                                // What is in the memory of this process goes with it.
                                kept = context.storage().isDurable() ? stay : List.of();
                                context.storage().close();
                            } catch (Throwable t) {
                                problem = t;
                            }
                            inbox.post(new JobLetter.CleanedUp(problem));
                        });
    }

    private boolean cleanedUp(JobLetter.CleanedUp x) {
        if (x.cause() != null) {
            LOG.warn(
                    "Job '{}' has ended, but not all of its checkpoints in {} could be cleaned up",
                    context.jobName(),
                    context.storage().describe(),
                    x.cause());
        }
        move(
                switch (endedAs) {
                    case FAILED -> JobState.FAILED;
                    case CANCELED -> JobState.CANCELED;
                    case SUSPENDED -> JobState.SUSPENDED;
                    case FINISHED -> JobState.FINISHED;
                });
        told = true;
        ended.accept(outcome(failure, kept));
        return true;
    }

    private JobOutcome outcome(Throwable cause, List<String> keptCheckpoints) {
        return new JobOutcome(state, cause, monotonicMs() - startedAtMs, keptCheckpoints, totals);
    }

    // ---- attempts ----

    private void deploy() {
        running.clear();
        over.clear();
        atEndOfData.clear();
        finished.clear();
        accumulators.begin();
        trigger = null;
        deployment = Deployment.deploy(context, restore, attempt, inbox);
    }

    private void readCheckpoint() {
        if (restoring) {
            return;
        }
        restoring = true;
        int next = attempt + 1;
        attempt = next;
        context.workers()
                .io(
                        "restore of job " + context.jobName(),
                        () -> {
                            RestorePlan plan = null;
                            Throwable problem = null;
                            try {
                                Optional<CompletedCheckpoint> latest = store.restorable();
                                plan =
                                        latest.isEmpty()
                                                ? RestorePlan.EMPTY
                                                : RestorePlan.of(
                                                        latest.get(),
                                                        context.storage()::read,
                                                        context.plan(),
                                                        true,
                                                        new ArrayList<>());
                            } catch (Throwable t) {
                                problem = t;
                            }
                            inbox.post(new JobLetter.Restored(next, plan, problem));
                        });
    }

    private void restored(JobLetter.Restored x) {
        restoring = false;
        if (afterStop != null || state != JobState.RESTARTING) {
            return;
        }
        if (x.cause() != null) {
            fail(
                    new FlinkException(
                            "The job could not be restored: " + x.cause().getMessage(), x.cause()));
            return;
        }
        restore = x.plan();
        LOG.info(
                "Job '{}' begins attempt {} from {}",
                context.jobName(),
                attempt + 1,
                restore.isEmpty() ? "its beginning" : "checkpoint " + restore.checkpointId());
        deploy();
    }

    // ---- checkpoints ----

    /**
     * A checkpoint whose letters wait until the coordinators of the sources have said where they
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

    private void coordinatorSnapshot(JobLetter.CoordinatorSnapshot x) {
        if (trigger != null && trigger.decision.id() == x.checkpointId()) {
            trigger.awaited.remove(x.operator());
            List<CheckpointDecision> decisions =
                    coordinator.coordinatorAcknowledge(
                            x.checkpointId(), x.operator(), x.state(), monotonicMs());
            if (trigger.awaited.isEmpty()) {
                sendTriggers(trigger.decision);
                trigger = null;
            }
            carryOut(decisions);
        } else if (deployment != null) {
            deployment.reopen(x.checkpointId());
        }
    }

    private void sendTriggers(CheckpointDecision.Trigger decision) {
        for (SubtaskKey root : decision.roots()) {
            deployment.trigger(
                    root.vertex(), root.subtask(), decision.id(), decision.timestampMs());
        }
        deployment.reopen(decision.id());
    }

    private void carryOut(List<CheckpointDecision> decisions) {
        for (CheckpointDecision decision : decisions) {
            decision.accept(doing);
        }
    }

    private final CheckpointDecision.Visitor<Void> doing =
            new CheckpointDecision.Visitor<>() {
                @Override
                public Void trigger(CheckpointDecision.Trigger x) {
                    LOG.debug("Checkpoint {} of job '{}' begins", x.id(), context.jobName());
                    if (x.coordinators().isEmpty()) {
                        sendTriggers(x);
                    } else {
                        trigger = new TriggerInProgress(x);
                        for (OperatorId id : x.coordinators()) {
                            deployment.snapshotCoordinator(id, x.id(), inbox);
                        }
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
                    LOG.info("A requested checkpoint is not taken: {}", x.reason().text());
                    return null;
                }

                @Override
                public Void writeManifest(CheckpointDecision.WriteManifest x) {
                    context.workers().io("manifest of checkpoint " + x.id(), () -> publish(x));
                    return null;
                }

                @Override
                public Void notifyComplete(CheckpointDecision.NotifyComplete x) {
                    LOG.debug(
                            "Checkpoint {} of job '{}' is complete after {} ms",
                            x.id(),
                            context.jobName(),
                            x.durationMs());
                    if (deployment != null) {
                        x.tasks()
                                .forEach(t -> deployment.complete(t.vertex(), t.subtask(), x.id()));
                        x.coordinators().forEach(id -> deployment.completeCoordinator(id, x.id()));
                    }
                    return null;
                }

                @Override
                public Void abort(CheckpointDecision.Abort x) {
                    if (x.counted() || x.reason() == CheckpointFailureReason.EXPIRED) {
                        LOG.warn("Job '{}': {}", context.jobName(), x.logLine(), x.cause());
                    } else {
                        LOG.info("Job '{}': {}", context.jobName(), x.logLine());
                    }
                    if (trigger != null && trigger.decision.id() == x.id()) {
                        trigger = null;
                    }
                    if (deployment != null) {
                        deployment.reopen(x.id());
                        x.tasks().forEach(t -> deployment.aborted(t.vertex(), t.subtask(), x.id()));
                    }
                    discard(x.id());
                    return null;
                }

                @Override
                public Void failJob(CheckpointDecision.FailJob x) {
                    fail(new FlinkException(x.message(), x.cause()));
                    return null;
                }

                @Override
                public Void discardSnapshot(CheckpointDecision.DiscardSnapshot x) {
                    discard(x.snapshot().checkpointId());
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
            };

    /** On an I/O thread. */
    private void publish(CheckpointDecision.WriteManifest x) {
        try {
            CompletedCheckpoint completed =
                    store.publish(ManifestWriter.manifest(context, x, clock.millis()));
            inbox.post(new JobLetter.Published(completed));
        } catch (Throwable t) {
            inbox.post(new JobLetter.NotPublished(x.id(), t));
            return;
        }
        store.evict();
    }

    private void discard(long checkpointId) {
        context.workers()
                .io(
                        "removal of checkpoint " + checkpointId,
                        () -> {
                            try {
                                store.giveUp(checkpointId);
                            } catch (IOException e) {
                                LOG.warn(
                                        "What was written for checkpoint {}, which was given up, could not be removed from"
                                                + " {}; the next start of the job removes it",
                                        checkpointId,
                                        context.storage().describe(),
                                        e);
                            }
                        });
    }

    // ---- small ----

    private void move(JobState next) {
        LOG.info(
                "Job '{}' ({}) goes from {} to {}",
                context.jobName(),
                context.jobId(),
                state,
                next);
        state = state.moveTo(next);
    }

    private long monotonicMs() {
        return TimeUnit.NANOSECONDS.toMillis(clock.nanos());
    }

    private static SubtaskKey place(TaskKey task) {
        return new SubtaskKey(task.vertex(), task.subtask());
    }
}
