// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.minicluster;

import io.millrace.api.common.JobID;
import io.millrace.api.common.JobStatus;
import io.millrace.configuration.Configuration;
import io.millrace.core.execution.CheckpointType;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.engine.Engine;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.runtime.messages.Acknowledge;
import io.millrace.testing.cluster.ClusterJobs;
import io.millrace.util.AutoCloseableAsync;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Keeps the jobs that tests start together and ends them with itself. Each job is an engine of its
 * own in this JVM: the number of slots is the parallelism of programs that say none, and no limit.
 */
public class MiniCluster implements AutoCloseableAsync {

    private final ClusterJobs jobs;
    private final Configuration configuration;

    public MiniCluster(MiniClusterConfiguration miniClusterConfiguration) {
        this.configuration = miniClusterConfiguration.getConfiguration();
        this.jobs = ClusterJobs.begin(this, configuration, miniClusterConfiguration.numSlots());
    }

    public void start() throws Exception {
        jobs.start();
    }

    public boolean isRunning() {
        return jobs.isRunning();
    }

    public Configuration getConfiguration() {
        return new Configuration(configuration);
    }

    public CompletableFuture<JobStatus> getJobStatus(JobID jobId) {
        return ClusterJobs.orMissing(jobs.find(jobId).map(JobClient::getJobStatus), jobId);
    }

    /** Cancels a job; complete when the job has heard it, and perhaps still ends. */
    public CompletableFuture<Acknowledge> cancelJob(JobID jobId) {
        return ClusterJobs.orMissing(
                jobs.find(jobId).map(job -> job.cancel().thenApply(done -> Acknowledge.get())),
                jobId);
    }

    /**
     * Removes a savepoint with its files. It need not be of a job of this cluster.
     *
     * @param savepointPath its directory or its manifest
     */
    public CompletableFuture<Acknowledge> disposeSavepoint(String savepointPath) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        Engine.disposeSavepoint(savepointPath);
                        return Acknowledge.get();
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                });
    }

    /** Takes a savepoint; the job goes on unless it is to be cancelled. */
    public CompletableFuture<String> triggerSavepoint(
            JobID jobId,
            String targetDirectory,
            boolean cancelJob,
            SavepointFormatType formatType) {
        return ClusterJobs.orMissing(
                jobs.find(jobId).map(job -> savepoint(job, targetDirectory, cancelJob, formatType)),
                jobId);
    }

    private static CompletableFuture<String> savepoint(
            JobClient job, String directory, boolean cancel, SavepointFormatType format) {
        return cancel
                ? ((EngineJobClient) job).cancelWithSavepoint(directory, format)
                : job.triggerSavepoint(directory, format);
    }

    /** Takes a checkpoint; its place, when it is complete. */
    public CompletableFuture<String> triggerCheckpoint(JobID jobId) {
        return ClusterJobs.orMissing(
                jobs.find(jobId)
                        .map(job -> ((EngineJobClient) job).checkpoint(CheckpointType.DEFAULT)),
                jobId);
    }

    /** Takes a checkpoint; its number, when it is complete. */
    public CompletableFuture<Long> triggerCheckpoint(JobID jobId, CheckpointType checkpointType) {
        return ClusterJobs.orMissing(
                jobs.find(jobId)
                        .map(job -> ((EngineJobClient) job).triggerCheckpoint(checkpointType)),
                jobId);
    }

    public CompletableFuture<String> stopWithSavepoint(
            JobID jobId,
            String targetDirectory,
            boolean terminate,
            SavepointFormatType formatType) {
        return ClusterJobs.orMissing(
                jobs.find(jobId)
                        .map(job -> job.stopWithSavepoint(terminate, targetDirectory, formatType)),
                jobId);
    }

    /** Cancels what still runs; complete when it has ended. */
    @Override
    public CompletableFuture<Void> closeAsync() {
        return CompletableFuture.runAsync(jobs::close);
    }
}
