// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.state.OperatorId;
import io.millrace.engine.task.TaskKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try at running the job's tasks: what was deployed, and how far each task says it has come. It
 * is over when each of its tasks, and each coordinator of its sources, has said that it ended, in
 * whatever way.
 *
 * <p>A task or coordinator that does not come when it is called is in a call of the user's. It is
 * interrupted after a while, and named with its stack; and again and again after the same while,
 * for many a call swallows an interrupt. Whoever does not come even then is given up, and the job
 * with it. Used by the supervisor only.
 */
final class Attempt {

    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

    private final JobContext context;
    private final Deployment deployment;

    /** Null in a program without loops. */
    private final Loops loops;

    private final Set<TaskKey> running = new HashSet<>();
    private final Set<TaskKey> atEndOfData = new LinkedHashSet<>();
    private final Set<TaskKey> finished = new LinkedHashSet<>();
    private final Set<TaskKey> over = new HashSet<>();
    private final Set<OperatorId> closed = new HashSet<>();
    private long calledAtMs;
    private long interruptedAtMs;
    private int interrupts;

    private Attempt(JobContext context, Deployment deployment) {
        this.context = context;
        this.deployment = deployment;
        this.loops =
                context.plan().loops().isEmpty() ? null : new Loops(context.plan(), deployment);
    }

    /** Makes fresh tasks from the plan and begins stepping them. */
    static Attempt begin(JobContext context, RestorePlan restore, int number, JobInbox inbox) {
        return new Attempt(context, Deployment.deploy(context, restore, number, inbox));
    }

    Deployment deployment() {
        return deployment;
    }

    // ---- its loops, of which it finds out when they come to their ends ----

    /** A task tells how its flow stands. */
    void flowTold(JobLetter.FlowTold letter) {
        if (loops != null) {
            loops.told(letter, context.nowMs());
        }
    }

    /** Does what is due in its loops; true when there was anything. */
    boolean tickLoops() {
        return loops != null && loops.tick(context.nowMs());
    }

    /** When {@link #tickLoops} must be called at the latest. */
    long nextLoopWakeAtMs() {
        return loops == null ? Long.MAX_VALUE : loops.nextWakeAtMs();
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

    /** The coordinator of a source is closed. */
    void closed(OperatorId coordinator) {
        closed.add(coordinator);
    }

    /** Whether all its tasks have come so far as to run. */
    boolean allRun() {
        return running.size() == deployment.size();
    }

    /** Whether nothing of it runs any more. */
    boolean isOver() {
        return over.size() == deployment.size() && closed.containsAll(deployment.coordinators());
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

    /**
     * Asks all tasks and coordinators to end.
     *
     * @param jobIsDone whether nobody is meant to go on with the job
     */
    void cancel(long nowMs, boolean jobIsDone) {
        called(nowMs);
        deployment.cancelTasks();
        deployment.closeCoordinators(jobIsDone);
    }

    /** All its tasks have finished, and its coordinators are in no need any more. */
    void finish(long nowMs) {
        called(nowMs);
        deployment.closeCoordinators(/* jobIsDone= */ true);
    }

    private void called(long nowMs) {
        calledAtMs = nowMs;
        interruptedAtMs = nowMs;
    }

    /**
     * Looks after those that were called and have not come.
     *
     * @return empty while there is hope; else what to tell, with the names of those who do not come
     */
    Optional<String> watch(SupervisorSettings settings, long nowMs) {
        long waitedMs = nowMs - calledAtMs;
        if (nowMs - interruptedAtMs >= settings.cancelInterruptMs()) {
            interruptedAtMs = nowMs;
            interrupts++;
            stuck().forEach(part -> interrupt(part, waitedMs));
        }
        if (interrupts > 0
                && settings.cancelTimeoutMs() > 0
                && waitedMs >= settings.cancelTimeoutMs()) {
            return Optional.of(
                    stuck().stream().map(Deployment.Part::what).collect(Collectors.joining(", "))
                            + " did not end within "
                            + settings.cancelTimeoutMs()
                            + " ms (task.cancellation.timeout) of being told to, though it was interrupted. No"
                            + " attempt may run beside an old one, so the job ends; the thread goes on in the"
                            + " user's code");
        }
        return Optional.empty();
    }

    private List<Deployment.Part> stuck() {
        List<Deployment.Part> stuck = new ArrayList<>();
        alive().forEach(task -> stuck.add(deployment.part(task)));
        for (OperatorId coordinator : deployment.coordinators()) {
            if (!closed.contains(coordinator)) {
                stuck.add(deployment.part(coordinator));
            }
        }
        return stuck;
    }

    private void interrupt(Deployment.Part part, long waitedMs) {
        // Once for people; that it goes on is for those who look closer.
        if (interrupts == 1) {
            LOG.warn(
                    "{} of job '{}' did not end within {} ms of being told to; it is interrupted now. It is in:{}",
                    part.what(),
                    context.jobName(),
                    waitedMs,
                    part.stack());
        } else {
            LOG.debug(
                    "{} of job '{}' is interrupted for the {}th time, {} ms after it was told to end. It is in:{}",
                    part.what(),
                    context.jobName(),
                    interrupts,
                    waitedMs,
                    part.stack());
        }
        part.handle().interrupt();
    }
}
