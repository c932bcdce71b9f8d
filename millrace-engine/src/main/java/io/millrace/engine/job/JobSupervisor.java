// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.chain.SourceLetter;
import io.millrace.engine.checkpoint.CheckpointCoordinator;
import io.millrace.engine.checkpoint.CheckpointFailureReason;
import io.millrace.engine.checkpoint.CheckpointRequest;
import io.millrace.engine.checkpoint.CheckpointStore;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.task.TaskKey;
import io.millrace.engine.worker.Progress;
import io.millrace.engine.worker.Step;
import io.millrace.runtime.JobException;
import io.millrace.util.FlinkException;
import io.millrace.util.OptionalFailure;
import io.millrace.util.TimeUtils;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
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
 * <p>It keeps the job's life itself: which {@link JobState} it is in, which attempt runs, and what
 * comes after it. What tasks say of themselves is written down in the {@link Attempt}; letters
 * about checkpoints are opened by {@link Checkpointing}; what touches the store is {@link
 * StoreWork}.
 *
 * <h2>An attempt</h2>
 *
 * <p>{@code Attempt.begin} makes fresh tasks from the same plan. When all have said that they run,
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
 * <p>Run by one thread at a time, as a step; {@link #connect}, {@link #cancel()}, {@link
 * #suspend()} and {@link #state()} by anyone.
 */
public final class JobSupervisor implements Step {

    private static final Logger LOG = LoggerFactory.getLogger(JobSupervisor.class);

    private final JobContext context;
    private final SupervisorSettings settings;
    private final Checkpointing checkpointing;
    private final StoreWork store;
    private final RestartPolicy restartPolicy;
    private final JobEnd end;
    private final JobInbox inbox = new JobInbox();
    private final AccumulatorLedger accumulators;
    private final long lastUsedId;

    private volatile JobState state = JobState.CREATED;

    /** How many checkpoints were asked for. Any thread. */
    private final AtomicLong requested = new AtomicLong();

    private volatile boolean over;
    private RestorePlan restore;

    /** The one that runs or is being stopped; null before the first and between two. */
    private Attempt attempt;

    /** Of that attempt, from 0; between two, of the one before until the next is being restored. */
    private int number;

    /** Set from the decision to stop an attempt until what comes after it begins. */
    private AfterStop afterStop;

    /** When the next attempt is due; of meaning while a restart comes after the stop. */
    private long restartAtMs;

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
        this.store = new StoreWork(context, store, inbox);
        this.checkpointing =
                new Checkpointing(
                        context,
                        coordinator,
                        this.store,
                        new Checkpointing.Consequences() {
                            @Override
                            public void jobFails(FlinkException why) {
                                fail(why);
                            }

                            @Override
                            public void jobIsCancelled() {
                                stopFromOutside(AfterStop.CANCEL, JobState.CANCELLING);
                            }
                        });
        this.restartPolicy = restartPolicy;
        this.end = new JobEnd(context, this.store, settings.retention(), ended);
        this.accumulators = new AccumulatorLedger(context.workers());
        this.restore = restore;
        this.lastUsedId = lastUsedId;
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

    /**
     * Any thread: asks for a checkpoint or a savepoint. The future completes when it is complete
     * and, where the job is to end with it, has ended; on a thread of the engine.
     *
     * @param makes makes the request, given its number
     */
    CompletableFuture<CompletedCheckpoint> request(LongFunction<CheckpointRequest> makes) {
        CheckpointRequest request = makes.apply(requested.incrementAndGet());
        CompletableFuture<CompletedCheckpoint> answer = new CompletableFuture<>();
        inbox.post(new JobLetter.Ask(request, answer));
        if (over) {
            refuseAsked();
        }
        return answer;
    }

    /** Nobody opens letters any more. */
    private void refuseAsked() {
        for (JobLetter letter = inbox.take(); letter != null; letter = inbox.take()) {
            if (letter instanceof JobLetter.Ask late) {
                late.answer()
                        .completeExceptionally(
                                Requests.overBefore(late.request(), context.jobName()));
            }
        }
    }

    private void tellAsked() {
        checkpointing.jobEnded(state);
        over = true;
        refuseAsked();
    }

    @Override
    public String name() {
        return "supervisor";
    }

    @Override
    public long wakeAtMs() {
        long now = context.nowMs();
        long at = checkpointing.nextWakeAtMs();
        if (afterStop != null && attempt != null) {
            at = Math.min(at, now + Math.max(1, Math.min(1000, settings.cancelInterruptMs())));
        } else if (afterStop == AfterStop.RESTART) {
            at = Math.min(at, restartAtMs);
        } else if (afterStop == null && attempt != null) {
            at = Math.min(at, attempt.nextLoopWakeAtMs());
        }
        if (at == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        long inMs = at == Long.MIN_VALUE ? 0 : Math.max(0, at - now);
        return context.workers().clock().millis() + inMs;
    }

    @Override
    public Progress step() {
        try {
            return work();
        } catch (Throwable t) {
            broke(t);
            return Progress.DONE;
        }
    }

    /**
     * A fault of Millrace, or no memory. Whatever else fails here, whoever waits for the job is
     * told, and nothing stays taken.
     */
    @Override
    public void broke(Throwable cause) {
        if (end.isTold()) {
            return;
        }
        guarded(
                cause,
                () ->
                        LOG.error(
                                "The supervisor of job '{}' failed; this is a fault of Millrace",
                                context.jobName(),
                                cause));
        guarded(
                cause,
                () -> {
                    if (attempt != null) {
                        attempt.cancel(context.nowMs(), /* jobIsDone= */ false);
                    }
                });
        guarded(cause, () -> context.storage().close()); // else nobody could continue the job here
        state = JobState.FAILED;
        end.failed(cause);
        end.tell(state, List.of(), Map.of());
        tellAsked();
    }

    private interface Act {
        void run() throws Exception;
    }

    private static void guarded(Throwable cause, Act act) {
        try {
            act.run();
        } catch (Throwable t) {
            cause.addSuppressed(t);
        }
    }

    private Progress work() {
        if (attempt == null && state == JobState.CREATED && number == 0) {
            attempt = Attempt.begin(context, restore, number, inbox);
        }
        boolean made = false;
        for (JobLetter letter = inbox.take(); letter != null; letter = inbox.take()) {
            made = true;
            if (open(letter)) {
                return Progress.DONE;
            }
        }
        checkpointing.tick();
        if (afterStop != null) {
            made |= proceed();
        } else if (attempt != null) {
            made |= attempt.tickLoops();
        }
        return made ? Progress.MADE : Progress.NONE;
    }

    // ---- letters ----

    /** True when the job is over. */
    private boolean open(JobLetter letter) {
        if (letter instanceof JobLetter.OfAttempt ofAttempt && ofAttempt.attempt() != number) {
            if (letter instanceof JobLetter.Acknowledged late) {
                checkpointing.open(late);
            }
            return false;
        }
        if (letter instanceof JobLetter.OfCheckpoint x) {
            checkpointing.open(x);
        } else if (letter instanceof JobLetter.Running x) {
            attempt.running(x.task());
            runIfAllDo();
        } else if (letter instanceof JobLetter.Accumulators x) {
            accumulators.tell(x.task(), x.question(), x.values());
        } else if (letter instanceof JobLetter.FlowTold x) {
            if (attempt != null) {
                attempt.flowTold(x);
            }
        } else if (letter instanceof JobLetter.EndOfData x) {
            attempt.atEndOfData(x.task());
            checkpointing.taskAtEndOfData(x.task());
        } else if (letter instanceof JobLetter.Finished x) {
            attempt.finished(x.task());
            accumulators.over(x.task());
            checkpointing.taskFinished(x.task());
            finishIfAllHave();
        } else if (letter instanceof JobLetter.Canceled x) {
            attempt.ended(x.task());
            accumulators.over(x.task());
        } else if (letter instanceof JobLetter.Failed x) {
            attempt.ended(x.task());
            accumulators.over(x.task());
            String who = x.failure().who() + ", attempt " + (number + 1);
            fail(new FlinkException(who, x.failure().cause()));
        } else if (letter instanceof JobLetter.ToCoordinator x) {
            if (attempt != null) {
                attempt.deployment()
                        .toCoordinator(x.operator(), (SourceLetter.ToCoordinator) x.event());
            }
        } else if (letter instanceof JobLetter.CoordinatorFailed x) {
            String who = "The enumerator of source '" + x.name() + "' failed";
            fail(new FlinkException(who, x.cause()));
        } else if (letter instanceof JobLetter.CoordinatorEnded x) {
            if (attempt != null) {
                attempt.closed(x.operator());
            }
        } else if (letter instanceof JobLetter.Restored x) {
            restored(x);
        } else if (letter instanceof JobLetter.TellAccumulators x) {
            askAccumulators(x);
        } else if (letter instanceof JobLetter.Cancel) {
            stopFromOutside(AfterStop.CANCEL, JobState.CANCELLING);
        } else if (letter instanceof JobLetter.Suspend) {
            stopFromOutside(AfterStop.SUSPEND, JobState.SUSPENDING);
        } else if (letter instanceof JobLetter.CleanedUp x) {
            move(afterStop.state());
            end.cleanedUp(state, x);
            tellAsked();
            return true;
        }
        return false;
    }

    private void askAccumulators(JobLetter.TellAccumulators x) {
        Set<TaskKey> alive = attempt == null ? Set.of() : attempt.alive();
        long question = accumulators.ask(alive, x.answer());
        alive.forEach(task -> attempt.deployment().askAccumulators(task, question));
    }

    private void runIfAllDo() {
        if (attempt.allRun()
                && (state == JobState.CREATED || state == JobState.RESTARTING)
                && afterStop == null) {
            move(JobState.RUNNING);
            checkpointing.begin(
                    attempt,
                    number,
                    Math.max(restore.checkpointId(), lastUsedId),
                    restore.isOnLoan());
            finishIfAllHave();
        }
    }

    private void finishIfAllHave() {
        if (afterStop == null && state == JobState.RUNNING && attempt.isFinished()) {
            afterStop = AfterStop.FINISH;
            checkpointing.suspend(CheckpointFailureReason.JOB_ENDED);
            attempt.finish(context.nowMs());
        }
    }

    // ---- failure, cancel, the end of an attempt ----

    private void fail(FlinkException failure) {
        if (afterStop != null || state.isTerminal()) {
            LOG.debug("A further failure of job '{}' while it stops", context.jobName(), failure);
            return;
        }
        RestartDecision decision = decide(failure);
        if (decision instanceof RestartDecision.Restart again) {
            LOG.warn(
                    "Job '{}' failed; {} follows in {}, because {}",
                    context.jobName(),
                    restartPolicy.describeRestart(),
                    TimeUtils.formatWithHighestUnit(Duration.ofMillis(again.delayMs())),
                    told(failure),
                    failure);
            if (state != JobState.RESTARTING) {
                move(JobState.RESTARTING);
            }
            restartAtMs = context.nowMs() + again.delayMs();
            stop(AfterStop.RESTART, CheckpointFailureReason.TASK_FAILURE);
        } else if (decision instanceof RestartDecision.Fail no) {
            end.failed(new JobException(no.reason(), failure));
            move(JobState.FAILING);
            stop(AfterStop.FAIL, CheckpointFailureReason.TASK_FAILURE);
        }
    }

    /** What happened and why, in one line: the outermost message and the root of its causes. */
    private static String told(Throwable failure) {
        Throwable root = failure;
        // Chains of causes made by users may have circles; none is this long.
        for (int i = 0; i < 100 && root.getCause() != null; i++) {
            root = root.getCause();
        }
        String line = root == failure ? failure.getMessage() : failure.getMessage() + ": " + root;
        return line.replaceAll("\\s*[\\r\\n]+\\s*", " / ");
    }

    private RestartDecision decide(FlinkException failure) {
        if (number == 0 && failure.getCause() instanceof SourceNotStarted) {
            // Its input is missing or refused. Trying for ever would only hide that from who has
            // just started the job.
            return new RestartDecision.Fail(
                    "A source could not start, and the job has only just begun; it is not restarted");
        }
        return restartPolicy.onFailure(failure, context.nowMs());
    }

    private void stopFromOutside(AfterStop what, JobState stopping) {
        if (afterStop == AfterStop.RESTART || afterStop == null && !state.isTerminal()) {
            move(stopping);
            stop(what, CheckpointFailureReason.JOB_STOPPED);
        }
    }

    private void stop(AfterStop what, CheckpointFailureReason reason) {
        boolean first = afterStop == null;
        afterStop = what;
        if (first) {
            checkpointing.suspend(reason);
            if (attempt != null) {
                attempt.cancel(context.nowMs(), what == AfterStop.CANCEL);
            }
        }
    }

    /**
     * Goes on once the attempt is over and it is known which checkpoint is the latest; true when it
     * did.
     */
    private boolean proceed() {
        if (attempt != null && !attempt.isOver()) {
            attempt.watch(settings, context.nowMs()).ifPresent(this::giveUpAttempt);
            if (attempt != null) {
                return false;
            }
        }
        if (checkpointing.isPublishing() || end.isBegun()) {
            return false;
        }
        attempt = null;
        if (afterStop != AfterStop.RESTART) {
            end.begin(afterStop.end(), accumulators.known());
        } else if (context.nowMs() >= restartAtMs) {
            afterStop = null;
            number++;
            restartPolicy.attemptBegins();
            store.restore(number);
        } else {
            return false;
        }
        return true;
    }

    private void giveUpAttempt(String why) {
        LOG.error(why);
        attempt = null;
        accumulators.abandon();
        if (afterStop == AfterStop.FINISH) {
            return; // all its tasks did what they had to, and their results are committed
        }
        end.failed(new JobException(why, end.failure()));
        number++; // whatever its tasks still have to tell is of no interest any more
        if (state == JobState.RESTARTING) {
            move(JobState.FAILING);
        }
        afterStop = AfterStop.FAIL;
    }

    /** The next attempt begins. */
    private void restored(JobLetter.Restored x) {
        if (afterStop != null || state != JobState.RESTARTING) {
            return;
        }
        if (x.cause() != null) {
            String why = "The job could not be restored: " + x.cause().getMessage();
            fail(new FlinkException(why, x.cause()));
            return;
        }
        restore = x.plan();
        LOG.info(
                "Job '{}' begins attempt {} from {}",
                context.jobName(),
                number + 1,
                restore.isEmpty() ? "its beginning" : "checkpoint " + restore.checkpointId());
        accumulators.begin();
        attempt = Attempt.begin(context, restore, number, inbox);
    }

    private void move(JobState next) {
        LOG.info(
                "Job '{}' ({}) goes from {} to {}",
                context.jobName(),
                context.jobId(),
                state,
                next);
        state = state.moveTo(next);
    }
}
