// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.JobID;
import io.millrace.api.common.JobStatus;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A job that ends when a test says so. */
final class FakeJob implements JobClient {

    final CompletableFuture<JobExecutionResult> result = new CompletableFuture<>();
    private final JobID id = new JobID();
    boolean cancelled;

    static FakeJob finished() {
        FakeJob job = new FakeJob();
        job.result.complete(new JobExecutionResult(job.id, 7, Map.of()));
        return job;
    }

    static FakeJob failed(Throwable failure) {
        FakeJob job = new FakeJob();
        job.result.completeExceptionally(failure);
        return job;
    }

    @Override
    public JobID getJobID() {
        return id;
    }

    @Override
    public CompletableFuture<JobStatus> getJobStatus() {
        return CompletableFuture.completedFuture(JobStatus.RUNNING);
    }

    @Override
    public CompletableFuture<Void> cancel() {
        cancelled = true;
        result.completeExceptionally(new IllegalStateException("cancelled"));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<String> stopWithSavepoint(
            boolean advance, String directory, SavepointFormatType formatType) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<String> triggerSavepoint(
            String directory, SavepointFormatType formatType) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Map<String, Object>> getAccumulators() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<JobExecutionResult> getJobExecutionResult() {
        return result;
    }
}
