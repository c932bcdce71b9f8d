// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.core.execution.JobClient;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.engine.job.JobOutcome;
import io.millrace.engine.job.JobState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The jobs that a program has started through the launcher.
 *
 * <p>A signal suspends them: the JVM's shutdown hook asks each to stop with all its checkpoints
 * kept, waits for the program to have had its say, and prints last what was kept and how to go on.
 * The JVM itself adds 128 and the signal's number to the exit code. {@code System.exit} in the
 * program takes the same way.
 */
final class RunningJobs {

    private static final long SUSPEND_WAIT_MS = 15_000;
    private static final long PROGRAM_WAIT_MS = 2_000;

    private final Surroundings surroundings;
    private final String resumeCommand;
    private final List<EngineJobClient> started = new CopyOnWriteArrayList<>();
    private final List<Throwable> refused = new CopyOnWriteArrayList<>();
    private final CountDownLatch programLeft = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onShutdown, "millrace shutdown");
    private volatile boolean shuttingDown;
    private volatile boolean environmentAsked;

    RunningJobs(Surroundings surroundings, String resumeCommand) {
        this.surroundings = surroundings;
        this.resumeCommand = resumeCommand;
    }

    // ---- what the environments tell; any thread ----

    void environmentAsked() {
        environmentAsked = true;
    }

    boolean environmentWasAsked() {
        return environmentAsked;
    }

    void started(JobClient client) {
        EngineJobClient job = (EngineJobClient) client;
        started.add(job);
        if (shuttingDown) {
            job.suspend();
        }
    }

    void refused(Throwable why) {
        refused.add(why);
    }

    // ---- the end of the program; its thread ----

    /** Waits for the jobs that the program left running; the worst of the ends decides. */
    int awaitAll(Failures failures) {
        int code = ExitCode.FINISHED;
        for (EngineJobClient job : started) {
            try {
                job.getJobExecutionResult().get();
            } catch (ExecutionException e) {
                code =
                        worse(
                                code,
                                shuttingDown ? ExitCode.CANCELLED : failures.ended(e.getCause()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return worse(code, ExitCode.FAILED);
            }
        }
        return code;
    }

    private static int worse(int a, int b) {
        return a == ExitCode.FAILED || b == ExitCode.FINISHED ? a : b;
    }

    /** The main method threw: says why, and suspends what else it has left running. */
    int programFailed(Throwable failure, Failures failures) {
        if (shuttingDown) {
            return ExitCode.CANCELLED;
        }
        int code;
        if (isRefusal(failure)) {
            code = failures.refused(failure);
        } else if (Failures.isEndOfJob(failure)) {
            code = failures.ended(failure);
        } else {
            code = failures.inProgram(failure);
        }
        tell(suspendAll());
        return code;
    }

    private boolean isRefusal(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (refused.contains(t)) {
                return true;
            }
        }
        return false;
    }

    // ---- signals ----

    /** From now on a signal suspends the jobs. */
    void watchSignals() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The program has said all that it will say. */
    void programLeft() {
        programLeft.countDown();
        if (!shuttingDown) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The hook runs already, and finds nothing left to suspend.
                shuttingDown = true;
            }
        }
    }

    private void onShutdown() {
        shuttingDown = true;
        Thread exiting = threadThatExits();
        if (exiting != null && exiting.getName().startsWith("millrace")) {
            // A function called System.exit: it never returns, so its task can't be stopped.
            surroundings.say(
                    "the program called System.exit in '"
                            + exiting.getName()
                            + "' while its job ran; completed checkpoints on disk are kept");
            surroundings.say("resume with: " + resumeCommand);
            return;
        }
        Map<EngineJobClient, JobOutcome> outcomes = suspendAll();
        try {
            if (exiting == null && !programLeft.await(PROGRAM_WAIT_MS, TimeUnit.MILLISECONDS)) {
                surroundings.say("the program goes on after the end of its jobs; it is ended now");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        tell(outcomes);
    }

    /** The thread that has called System.exit, if it was not a signal that ends this process. */
    private static Thread threadThatExits() {
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            if (Arrays.stream(entry.getValue())
                    .anyMatch(
                            frame ->
                                    frame.getClassName().equals("java.lang.Runtime")
                                            && frame.getMethodName().equals("exit"))) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** Suspends what still runs; a job that does not come in time has no outcome. */
    private Map<EngineJobClient, JobOutcome> suspendAll() {
        Map<EngineJobClient, CompletableFuture<JobOutcome>> asked = new LinkedHashMap<>();
        for (EngineJobClient job : started) {
            if (!job.getJobExecutionResult().isDone()) {
                asked.put(job, job.suspend());
            }
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SUSPEND_WAIT_MS);
        Map<EngineJobClient, JobOutcome> outcomes = new LinkedHashMap<>();
        asked.forEach((job, future) -> outcomes.put(job, await(future, deadline)));
        return outcomes;
    }

    private static JobOutcome await(CompletableFuture<JobOutcome> future, long deadline) {
        try {
            return future.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private void tell(Map<EngineJobClient, JobOutcome> outcomes) {
        List<String> lines = new ArrayList<>();
        boolean resumable = false;
        for (Map.Entry<EngineJobClient, JobOutcome> entry : outcomes.entrySet()) {
            EngineJobClient client = entry.getKey();
            String job = "job '" + client.jobName() + "' (" + client.getJobID() + ")";
            JobOutcome outcome = entry.getValue();
            if (outcome == null) {
                lines.add(
                        job
                                + " did not stop within "
                                + SUSPEND_WAIT_MS / 1000
                                + " s, since a call of the program does not return; its completed checkpoints on"
                                + " disk are kept");
                resumable = true;
            } else if (outcome.state() == JobState.SUSPENDED) {
                if (outcome.keptCheckpoints().isEmpty()) {
                    lines.add(
                            job
                                    + " was suspended; nothing was kept, since no checkpoint on disk had completed");
                } else {
                    resumable = true;
                    lines.add(
                            job
                                    + " was suspended; kept: "
                                    + String.join(", ", outcome.keptCheckpoints()));
                }
            } else {
                lines.add(job + " ended as it was being suspended: " + outcome.state());
            }
        }
        lines.forEach(surroundings::say);
        if (resumable) {
            surroundings.say("resume with: " + resumeCommand);
        }
    }
}
