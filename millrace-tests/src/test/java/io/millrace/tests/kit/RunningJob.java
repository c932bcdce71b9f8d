// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.JobStatus;
import io.millrace.core.execution.JobClient;
import io.millrace.engine.job.EngineJobClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A job that was started. None of its methods waits for ever. */
public final class RunningJob {

    private final JobClient client;

    RunningJob(JobClient client) {
        this.client = client;
    }

    public JobClient client() {
        return client;
    }

    /** The job's id, as its directory is called. */
    public String id() {
        return client.getJobID().toHexString();
    }

    public JobStatus status() {
        return client.getJobStatus().join();
    }

    /** Waits for a good end. */
    public JobExecutionResult awaitFinished() throws Exception {
        return awaitFinished(Jobs.DEADLINE);
    }

    public JobExecutionResult awaitFinished(Duration deadline) throws Exception {
        try {
            return end(deadline);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Waits for a bad end, and gives back what execute() would throw. */
    public Throwable awaitFailure() throws Exception {
        return awaitFailure(Jobs.DEADLINE);
    }

    public Throwable awaitFailure(Duration deadline) throws Exception {
        try {
            end(deadline);
        } catch (ExecutionException e) {
            return e.getCause();
        }
        throw new AssertionError("The job was to fail, but it finished");
    }

    /**
     * Cancels the job, and waits until nothing of it is left. Gives back what execute() would
     * throw.
     */
    public Throwable cancel() throws Exception {
        client.cancel();
        return awaitFailure();
    }

    /** Suspends the job, as a signal does, and waits. All its completed checkpoints stay. */
    public Throwable suspend() throws Exception {
        ((EngineJobClient) client).suspend();
        return awaitFailure();
    }

    private JobExecutionResult end(Duration deadline) throws Exception {
        try {
            return client.getJobExecutionResult().get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            StringBuilder message = new StringBuilder("The job is ");
            message.append(status()).append(" and did not end within ").append(deadline);
            for (Map.Entry<Thread, StackTraceElement[]> thread :
                    Thread.getAllStackTraces().entrySet()) {
                message.append("\n").append(thread.getKey().getName());
                for (StackTraceElement frame : thread.getValue()) {
                    message.append("\n    at ").append(frame);
                }
            }
            client.cancel();
            throw new AssertionError(message.toString());
        }
    }
}
