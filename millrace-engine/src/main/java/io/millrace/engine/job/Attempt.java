// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.task.TaskKey;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try at running the job's tasks: what was deployed, and how far each task says it has come. It
 * is over when each of its tasks has said that it ended, in whatever way.
 *
 * <p>A task that does not come when it is cancelled is in a call of the user's. It is interrupted
 * after a while, and named with its stack; and again and again after the same while, for many a
 * call swallows an interrupt. Whoever does not come even then is given up, and the job with it.
 * Used by the supervisor only.
 */
final class Attempt {

    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

    private final JobContext context;
    private final Deployment deployment;
    private final Set<TaskKey> running = new HashSet<>();
    private final Set<TaskKey> atEndOfData = new LinkedHashSet<>();
    private final Set<TaskKey> finished = new LinkedHashSet<>();
    private final Set<TaskKey> over = new HashSet<>();
    private long cancelledAtMs;
    private long interruptedAtMs;
    private int interrupts;

    private Attempt(JobContext context, Deployment deployment) {
        this.context = context;
        this.deployment = deployment;
    }

    /** Makes fresh tasks from the plan and begins stepping them. */
    static Attempt begin(JobContext context, RestorePlan restore, int number, JobInbox inbox) {
        return new Attempt(context, Deployment.deploy(context, restore, number, inbox));
    }

    Deployment deployment() {
        return deployment;
    }

    // ---- what its tasks say of themselves ----

    /** A task runs, or has nothing to run for. */
    void running(TaskKey task) {
        running.add(task);
    }

    /** A task's operators are finished; it may still wait for a checkpoint. */
    void atEndOfData(TaskKey task) {
        atEndOfData.add(task);
    }

    /** A task came to its end by itself. */
    void finished(TaskKey task) {
        finished.add(task);
        over.add(task);
    }

    /** A task was cancelled, or failed. */
    void ended(TaskKey task) {
        over.add(task);
    }

    /** Whether all its tasks have come so far as to run. */
    boolean allRun() {
        return running.size() == deployment.size();
    }

    /** Whether none of its tasks runs any more. */
    boolean isOver() {
        return over.size() == deployment.size();
    }

    /** Whether all its tasks came to their end by themselves. */
    boolean isFinished() {
        return finished.size() == deployment.size();
    }

    /** Tasks at their end of data, in the order in which they said so. */
    Set<TaskKey> atEndOfData() {
        return atEndOfData;
    }

    /** Tasks that came to their end by themselves, in that order. */
    Set<TaskKey> finished() {
        return finished;
    }

    /** Tasks that have not ended. */
    Set<TaskKey> alive() {
        Set<TaskKey> alive = new LinkedHashSet<>(deployment.tasks());
        alive.removeAll(over);
        return alive;
    }

    // ---- its end ----

    /** Asks all tasks to end. */
    void cancel(long nowMs) {
        cancelledAtMs = nowMs;
        interruptedAtMs = nowMs;
        deployment.cancel();
    }

    /**
     * Looks after those that were cancelled and have not come.
     *
     * @return empty while there is hope; else what to tell, with the names of those who do not come
     */
    Optional<String> watch(SupervisorSettings settings, long nowMs) {
        long waitedMs = nowMs - cancelledAtMs;
        if (nowMs - interruptedAtMs >= settings.cancelInterruptMs()) {
            interruptedAtMs = nowMs;
            interrupts++;
            alive().forEach(task -> interrupt(task, waitedMs));
        }
        if (interrupts > 0
                && settings.cancelTimeoutMs() > 0
                && waitedMs >= settings.cancelTimeoutMs()) {
            return Optional.of(
                    "Task "
                            + alive().stream()
                                    .map(task -> "'" + deployment.name(task) + "'")
                                    .collect(Collectors.joining(", "))
                            + " did not end within "
                            + settings.cancelTimeoutMs()
                            + " ms (task.cancellation.timeout) of being cancelled, though it was interrupted. The"
                            + " job fails, since no attempt may run beside an old one; the thread goes on"
                            + " in the user's code");
        }
        return Optional.empty();
    }

    private void interrupt(TaskKey task, long waitedMs) {
        // Once for people; that it goes on is for those who look closer.
        if (interrupts == 1) {
            LOG.warn(
                    "Task '{}' of job '{}' did not end within {} ms of being cancelled; it is interrupted"
                            + " now. It is in:{}",
                    deployment.name(task),
                    context.jobName(),
                    waitedMs,
                    deployment.stack(task));
        } else {
            LOG.debug(
                    "Task '{}' of job '{}' is interrupted for the {}th time, {} ms after it was"
                            + " cancelled. It is in:{}",
                    deployment.name(task),
                    context.jobName(),
                    interrupts,
                    waitedMs,
                    deployment.stack(task));
        }
        deployment.interrupt(task);
    }

    /** Ends what is no task: the enumerators of its sources. */
    void close() {
        deployment.close();
    }
}
