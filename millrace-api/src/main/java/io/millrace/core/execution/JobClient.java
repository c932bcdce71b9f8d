// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.execution;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.JobID;
import io.millrace.api.common.JobStatus;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A handle to one job. All methods return at once; the futures complete on a thread of the engine.
 */
@PublicEvolving
public interface JobClient {

    /** The id of the job. */
    JobID getJobID();

    /** How the job stands. */
    CompletableFuture<JobStatus> getJobStatus();

    /** Asks the job to end; completes when the request has been taken. */
    CompletableFuture<Void> cancel();

    /**
     * Takes a savepoint in the default form and ends the job.
     *
     * @param advanceToEndOfEventTime whether all event time timers fire first
     * @param savepointDirectory where it goes; null for the default
     * @return where it went
     * @deprecated name the form
     */
    @Deprecated
    default CompletableFuture<String> stopWithSavepoint(
            boolean advanceToEndOfEventTime, String savepointDirectory) {
        return stopWithSavepoint(
                advanceToEndOfEventTime, savepointDirectory, SavepointFormatType.DEFAULT);
    }

    /**
     * Takes a savepoint and ends the job.
     *
     * @param advanceToEndOfEventTime whether all event time timers fire first
     * @param savepointDirectory where it goes; null for the default
     * @return where it went
     */
    CompletableFuture<String> stopWithSavepoint(
            boolean advanceToEndOfEventTime,
            String savepointDirectory,
            SavepointFormatType formatType);

    /**
     * Takes a savepoint in the default form; the job goes on.
     *
     * @param savepointDirectory where it goes; null for the default
     * @return where it went
     * @deprecated name the form
     */
    @Deprecated
    default CompletableFuture<String> triggerSavepoint(String savepointDirectory) {
        return triggerSavepoint(savepointDirectory, SavepointFormatType.DEFAULT);
    }

    /**
     * Takes a savepoint; the job goes on.
     *
     * @param savepointDirectory where it goes; null for the default
     * @return where it went
     */
    CompletableFuture<String> triggerSavepoint(
            String savepointDirectory, SavepointFormatType formatType);

    /** The accumulators of the job as they stand, by name. */
    CompletableFuture<Map<String, Object>> getAccumulators();

    /** The result of the job, when it has ended; fails if the job does. */
    CompletableFuture<JobExecutionResult> getJobExecutionResult();

    /** Says that the starter is still there; nothing depends on it. */
    default void reportHeartbeat(long expiredTimestamp) {}
}
