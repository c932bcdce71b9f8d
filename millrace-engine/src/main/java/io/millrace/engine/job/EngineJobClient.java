// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.JobID;
import io.millrace.api.common.JobStatus;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.core.execution.CheckpointType;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.engine.checkpoint.CheckpointRequest;
import io.millrace.engine.checkpoint.CheckpointRequest.Then;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.metrics.MetricRegistry;
import io.millrace.engine.state.SnapshotOrder.Form;
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
    private final SavepointChoice savepoints;
    private final CompletableFuture<JobOutcome> outcome;
    private final CompletableFuture<JobExecutionResult> result;
    private final MetricRegistry metrics;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final String jobName;

    /** Questions that the supervisor may not live to answer. */
    private final Set<CompletableFuture<Map<String, OptionalFailure<Object>>>> open =
            ConcurrentHashMap.newKeySet();

    /**
     * What the settings say about savepoints.
     *
     * @param directory where they go by default; null for nowhere
     * @param refusal why there can be neither checkpoints nor savepoints of this job; null where
     *     there can
     */
    public record SavepointChoice(String directory, String refusal) {}

    /**
     * @param onDisk where completed checkpoints of the job lie at the moment
     * @param nothingOnDiskBecause why there may be none; half a sentence
     * @param begunFrom the checkpoint it begins from; empty for none
     * @param earlier the checkpoint it could have begun from, though it begins empty
     * @param savepoints where savepoints go by default, and whether there can be any
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
            SavepointChoice savepoints,
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
        this.savepoints = savepoints;
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

    /**
     * Takes a savepoint and ends the job: the future completes when it has finished. Without drain
     * windows stay open in the savepoint, and a job that is begun from it goes on as if nothing had
     * been; with drain the input ends first, so that windows close and functions finish.
     */
    @Override
    public CompletableFuture<String> stopWithSavepoint(
            boolean advanceToEndOfEventTime,
            String savepointDirectory,
            SavepointFormatType format) {
        return savepoint(
                savepointDirectory, format, advanceToEndOfEventTime ? Then.DRAIN : Then.STOP);
    }

    @Override
    public CompletableFuture<String> triggerSavepoint(
            String savepointDirectory, SavepointFormatType format) {
        return savepoint(savepointDirectory, format, Then.NOTHING);
    }

    /**
     * Takes a savepoint and cancels the job; nothing is committed with it. The future completes
     * when the job has ended.
     *
     * @param savepointDirectory where it goes; null for the default
     */
    public CompletableFuture<String> cancelWithSavepoint(
            String savepointDirectory, SavepointFormatType format) {
        return savepoint(savepointDirectory, format, Then.CANCEL);
    }

    private CompletableFuture<String> savepoint(
            String directory, SavepointFormatType format, Then then) {
        String target = directory == null ? savepoints.directory() : directory;
        if (savepoints.refusal() != null) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(
                            "A savepoint of job '"
                                    + jobName
                                    + "' can't be taken: "
                                    + savepoints.refusal()));
        }
        if (target == null || target.isBlank()) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(
                            "A savepoint of job '"
                                    + jobName
                                    + "' can't be taken: no directory is given for it, and there is"
                                    + " no default. Name one in the call, or set "
                                    + CheckpointingOptions.SAVEPOINT_DIRECTORY.key()
                                    + ". The job runs on"));
        }
        Form form =
                format == SavepointFormatType.NATIVE
                        ? Form.NATIVE_SAVEPOINT
                        : Form.CANONICAL_SAVEPOINT;
        return supervisor
                .request(number -> new CheckpointRequest(number, target, form, then))
                .thenApply(CompletedCheckpoint::pointer);
    }

    /**
     * Takes a checkpoint now, beside the schedule.
     *
     * @param type whether it may refer to what earlier ones have written: {@code FULL} refers to
     *     nothing, {@code INCREMENTAL} to whatever it can, {@code CONFIGURED} as the job's others
     *     do
     * @return its number, once it is complete
     */
    public CompletableFuture<Long> triggerCheckpoint(CheckpointType type) {
        return asked(type).thenApply(CompletedCheckpoint::id);
    }

    /** The same; where it lies, once it is complete. */
    public CompletableFuture<String> checkpoint(CheckpointType type) {
        return asked(type).thenApply(CompletedCheckpoint::pointer);
    }

    private CompletableFuture<CompletedCheckpoint> asked(CheckpointType type) {
        if (savepoints.refusal() != null) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(
                            "A checkpoint of job '"
                                    + jobName
                                    + "' can't be taken: "
                                    + savepoints.refusal()));
        }
        Form form = type == CheckpointType.FULL ? Form.FULL_CHECKPOINT : Form.CHECKPOINT;
        return supervisor.request(
                number -> new CheckpointRequest(number, null, form, Then.NOTHING));
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
