// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.api.common.JobExecutionResult;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.JobListener;
import io.millrace.engine.job.EngineJobClient;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The jobs a program has started. A signal suspends them: the JVM's shutdown hook asks each to stop with its checkpoints
 * kept, and its last lines say what was kept and how to go on.
 */
final class RunningJobs implements JobListener, AutoCloseable {

    private static final long SUSPEND_WAIT_SECONDS = 60;

    private final List<JobClient> clients = new CopyOnWriteArrayList<>();
    private final String resumeCommand;
    private final Thread hook = new Thread(this::suspend, "millrace shutdown");
    private volatile int worst = ExitCode.FINISHED;

    RunningJobs(String resumeCommand) {
        this.resumeCommand = resumeCommand;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void onJobSubmitted(JobClient client, Throwable failure) {
        if (client != null) {
            clients.add(client);
        }
    }

    @Override
    public void onJobExecuted(JobExecutionResult result, Throwable failure) {
        // The clients' futures tell the same.
    }

    /** Waits for the jobs that the program started and left running. */
    void awaitAll() {
        for (JobClient client : clients) {
            try {
                client.getJobExecutionResult().get();
            } catch (ExecutionException e) {
                worst = Math.max(worst, Program.report(e.getCause()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    int exitCode() {
        return worst;
    }

    private void suspend() {
        for (JobClient client : clients) {
            if (client instanceof EngineJobClient engine && !engine.getJobExecutionResult().isDone()) {
                try {
                    engine.suspend().get(SUSPEND_WAIT_SECONDS, TimeUnit.SECONDS);
                    engine.getJobExecutionResult().handle((result, end) -> tell(end)).get();
                } catch (TimeoutException e) {
                    System.err.println(
                            "millrace: job "
                                    + engine.getJobID()
                                    + " did not stop within "
                                    + SUSPEND_WAIT_SECONDS
                                    + " s; its completed checkpoints are kept");
                } catch (ExecutionException e) {
                    System.err.println("millrace: the job could not be suspended: " + e.getCause());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private Void tell(Throwable end) {
        if (end != null) {
            System.err.println("millrace: " + end.getMessage());
            System.err.println("millrace: resume with: " + resumeCommand);
        }
        return null;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down already: the hook runs, and ends by itself.
            Thread.yield();
        }
    }
}
