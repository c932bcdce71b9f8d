// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.ReadableConfig;
import io.millrace.core.execution.JobClient;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.engine.job.JobOutcome;
import io.millrace.engine.job.JobState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

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
    private final Map<Throwable, ReadableConfig> refused =
            Collections.synchronizedMap(new IdentityHashMap<>());
    private final Thread program = Thread.currentThread();
    private final CountDownLatch programLeft = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onShutdown, "millrace shutdown");
    private volatile boolean shuttingDown;
    private volatile boolean environmentAsked;
    private volatile boolean startedPastSettings;

    /** Made by the thread that will run the program. */
    RunningJobs(Surroundings surroundings, String resumeCommand) {
        this.surroundings = surroundings;
        this.resumeCommand = resumeCommand;
    }

    // ---- what the environments tell; any thread ----

    /** Whether the program has heard what the launcher has to say about settings. */
    boolean wasWarnedOfSettings() {
        return startedPastSettings;
    }

    void environmentAsked() {
        environmentAsked = true;
    }

    boolean environmentWasAsked() {
        return environmentAsked;
    }

    /**
     * A job was started.
     *
     * @param pastSettings whether it does without settings of the launcher that there are
     */
    void started(JobClient client, boolean pastSettings) {
        EngineJobClient job = (EngineJobClient) client;
        started.add(job);
        if (pastSettings) {
            startedPastSettings = true;
            surroundings.warn(
                    "job '"
                            + job.jobName()
                            + "' runs in an environment that the program has made itself, so options and settings"
                            + " of the launcher do not reach it; they reach that of"
                            + " StreamExecutionEnvironment.getExecutionEnvironment()");
        }
        job.begunFrom()
                .ifPresent(
                        pointer ->
                                surroundings.say(
                                        "job '" + job.jobName() + "' begins from " + pointer));
        job.earlierCheckpoint()
                .ifPresent(
                        pointer ->
                                surroundings.say(
                                        "job '"
                                                + job.jobName()
                                                + "' begins empty, though there is a checkpoint of a job with its name: "
                                                + pointer
                                                + (pastSettings
                                                        ? ""
                                                        : "; this goes on from it: "
                                                                + resumeCommand)));
        if (shuttingDown) {
            job.suspend();
        }
    }

    void refused(Throwable why, ReadableConfig settings) {
        refused.put(why, settings);
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
        ReadableConfig refusedSettings = settingsRefusedBy(failure);
        if (refusedSettings != null) {
            code = failures.refused(failure, refusedSettings);
        } else if (Failures.isEndOfJob(failure)) {
            code = failures.ended(failure);
        } else {
            code = failures.inProgram(failure);
        }
        tell(suspendAll());
        return code;
    }

    /** Those of the environment whose job was refused; null when this is no refusal. */
    private ReadableConfig settingsRefusedBy(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            ReadableConfig settings = refused.get(t);
            if (settings != null) {
                return settings;
            }
        }
        return null;
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
            List<String> kept = new ArrayList<>();
            started.forEach(job -> kept.addAll(job.checkpointsOnDisk()));
            String why =
                    started.stream()
                            .map(EngineJobClient::nothingOnDiskBecause)
                            .distinct()
                            .collect(Collectors.joining("; "));
            surroundings.say(
                    "the program called System.exit in '"
                            + exiting.getName()
                            + "' while its job ran; "
                            + (kept.isEmpty()
                                    ? "nothing was kept, since " + why
                                    : "kept: " + String.join(", ", kept)));
            if (!kept.isEmpty()) {
                surroundings.say("resume with: " + resumeCommand);
            }
            return;
        }
        if (started.isEmpty()) {
            if (exiting == null) {
                surroundings.say("ended by a signal before the program had started a job");
            }
            return;
        }
        Map<EngineJobClient, JobOutcome> outcomes = suspendAll();
        try {
            // Who waits for a job that does not end does not go on after it.
            if (exiting == null
                    && !outcomes.containsValue(null)
                    && !programLeft.await(PROGRAM_WAIT_MS, TimeUnit.MILLISECONDS)) {
                surroundings.say("the program goes on after the end of its jobs; it is ended now");
                sayWhere(program);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (outcomes.containsValue(null)) {
            sayWhatHangs();
        }
        tell(outcomes);
    }

    /** Names the calls of the program that have not returned. */
    private void sayWhatHangs() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("millrace")) {
                sayWhere(thread);
            }
        }
    }

    /** In which line of the program a thread is; nothing when it is not in the program. */
    private void sayWhere(Thread thread) {
        List<StackTraceElement> frames = Failures.usersIn(thread.getStackTrace());
        if (!frames.isEmpty()) {
            surroundings.say("thread '" + thread.getName() + "' is in the program:");
            frames.forEach(frame -> surroundings.err().println(Failures.line(frame)));
        }
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
                List<String> kept = client.checkpointsOnDisk();
                lines.add(
                        job
                                + " did not stop within "
                                + SUSPEND_WAIT_MS / 1000
                                + " s, since a call of the program does not return; "
                                + (kept.isEmpty()
                                        ? "nothing was kept, since " + client.nothingOnDiskBecause()
                                        : "kept: " + String.join(", ", kept)));
                resumable |= !kept.isEmpty();
            } else if (outcome.state() == JobState.SUSPENDED) {
                if (outcome.keptCheckpoints().isEmpty()) {
                    lines.add(
                            job
                                    + " was suspended; nothing was kept, since "
                                    + client.nothingOnDiskBecause());
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
