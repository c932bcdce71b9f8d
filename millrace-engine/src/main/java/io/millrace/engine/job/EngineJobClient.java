// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.JobID;
import io.millrace.api.common.JobStatus;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.engine.metrics.MetricRegistry;
import io.millrace.util.OptionalFailure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The user's hand on a running job. Any thread. */
public final class EngineJobClient implements JobClient {

    private final JobID jobId;
    private final JobSupervisor supervisor;
    private final Supplier<List<String>> onDisk;
    private final String nothingOnDiskBecause;
    private final Optional<String> begunFrom;
    private final Optional<String> earlier;
    private final CompletableFuture<JobOutcome> outcome;
    private final CompletableFuture<JobExecutionResult> result;
    private final MetricRegistry metrics;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final String jobName;

    /** Questions that the supervisor may not live to answer. */
    private final Set<CompletableFuture<Map<String, OptionalFailure<Object>>>> open =
            ConcurrentHashMap.newKeySet();

    /**
     * @param onDisk where completed checkpoints of the job lie at the moment
     * @param nothingOnDiskBecause why there may be none; half a sentence
     * @param begunFrom the checkpoint it begins from; empty for none
     * @param earlier the checkpoint it could have begun from, though it begins empty
     * @param outcome completed by the engine when the job has ended and nothing of it is left
     * @param result the same, for users; completed first
     * @param metrics those of the attempt that is under way
     */
    public EngineJobClient(
            JobID jobId,
            String jobName,
            JobSupervisor supervisor,
            Supplier<List<String>> onDisk,
            String nothingOnDiskBecause,
            Optional<String> begunFrom,
            Optional<String> earlier,
            CompletableFuture<JobOutcome> outcome,
            CompletableFuture<JobExecutionResult> result,
            MetricRegistry metrics) {
        this.jobId = jobId;
        this.jobName = jobName;
        this.supervisor = supervisor;
        this.onDisk = onDisk;
        this.nothingOnDiskBecause = nothingOnDiskBecause;
        this.begunFrom = begunFrom;
        this.earlier = earlier;
        this.outcome = outcome;
        this.result = result;
        this.metrics = metrics;
        result.whenComplete((r, t) -> over.complete(null));
        outcome.thenAccept(end -> open.forEach(answer -> answer.complete(end.accumulators())));
    }

    @Override
    public JobID getJobID() {
        return jobId;
    }

    @Override
    public CompletableFuture<JobStatus> getJobStatus() {
        return CompletableFuture.completedFuture(supervisor.state().status());
    }

    /** Asks the job to end; the future completes when it has. */
    @Override
    public CompletableFuture<Void> cancel() {
        supervisor.cancel();
        return over.copy();
    }

    /** The metrics of the attempt that is under way, or was the last. Any thread. */
    public List<MetricRegistry.Entry> metrics() {
        return metrics.entries();
    }

    /** The name the program gave the job. */
    public String jobName() {
        return jobName;
    }

    /**
     * Where the completed checkpoints of the job lie that would survive this process, newest first;
     * for a process that must end though the job does not. Any thread.
     */
    public List<String> checkpointsOnDisk() {
        return onDisk.get();
    }

    /** Why {@link #checkpointsOnDisk()} may be empty: half a sentence that names the setting. */
    public String nothingOnDiskBecause() {
        return nothingOnDiskBecause;
    }

    /** The checkpoint that this run of the job began from; empty when it began without one. */
    public Optional<String> begunFrom() {
        return begunFrom;
    }

    /**
     * The newest checkpoint of an earlier job of this name, if this one began empty all the same;
     * only for jobs that the user's program starts.
     */
    public Optional<String> earlierCheckpoint() {
        return earlier;
    }

    /**
     * Stops the job and keeps all its checkpoints, as a signal does; the future completes when it
     * has stopped. A job that has ended already, or ends by itself first, says so in its outcome.
     */
    public CompletableFuture<JobOutcome> suspend() {
        supervisor.suspend();
        return outcome.copy();
    }

    @Override
    public CompletableFuture<String> stopWithSavepoint(
            boolean advanceToEndOfEventTime,
            String savepointDirectory,
            SavepointFormatType format) {
        throw savepointsComeLater("stopWithSavepoint");
    }

    @Override
    public CompletableFuture<String> triggerSavepoint(
            String savepointDirectory, SavepointFormatType format) {
        throw savepointsComeLater("triggerSavepoint");
    }

    private static UnsupportedOperationException savepointsComeLater(String call) {
        return new UnsupportedOperationException(
                "JobClient."
                        + call
                        + " is not supported by this version: savepoints come later. A retained checkpoint"
                        + " (execution.checkpointing.externalized-checkpoint-retention:"
                        + " RETAIN_ON_CANCELLATION, then cancel) can be restored from in the same way");
    }

    /**
     * As they stand: of a running job as each task sees them between two records, so a call of the
     * program that does not return is waited for; of a job that is between two attempts, or has
     * ended, what the last attempt had counted. Fails when those of some name can't be merged.
     */
    @Override
    public CompletableFuture<Map<String, Object>> getAccumulators() {
        CompletableFuture<Map<String, OptionalFailure<Object>>> told = supervisor.accumulators();
        open.add(told);
        told.whenComplete((totals, problem) -> open.remove(told));
        if (outcome.isDone()) {
            told.complete(outcome.join().accumulators());
        }
        return told.thenApply(
                totals -> {
                    Map<String, Object> values = new HashMap<>();
                    totals.forEach((name, total) -> values.put(name, total.getUnchecked()));
                    return values;
                });
    }

    @Override
    public CompletableFuture<JobExecutionResult> getJobExecutionResult() {
        return result.copy();
    }
}
