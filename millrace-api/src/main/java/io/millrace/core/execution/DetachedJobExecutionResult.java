// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.execution;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.JobID;
import java.util.Map;

/** What stands in for the result of a job that was not waited for. Only its id is known. */
@PublicEvolving
public final class DetachedJobExecutionResult extends JobExecutionResult {

    /** Why there is no result. */
    public static final String DETACHED_MESSAGE =
            "The job was started without waiting for its end. ";

    /** Why there is no result, after a call that needs it at once. */
    public static final String EAGER_FUNCTION_MESSAGE =
            "A call that needs the job's result at once can't be used then. ";

    /** What can't be had. */
    public static final String JOB_RESULT_MESSAGE = "Its accumulators and run time are not known.";

    /** Stands in for the result of a job. */
    public DetachedJobExecutionResult(JobID jobID) {
        super(jobID, -1, null);
    }

    private static InvalidProgramException unknown() {
        return new InvalidProgramException(DETACHED_MESSAGE + JOB_RESULT_MESSAGE);
    }

    @Override
    public long getNetRuntime() {
        throw unknown();
    }

    @Override
    public <T> T getAccumulatorResult(String accumulatorName) {
        throw unknown();
    }

    @Override
    public Map<String, Object> getAllAccumulatorResults() {
        throw unknown();
    }

    @Deprecated
    @Override
    public Integer getIntCounterResult(String accumulatorName) {
        throw unknown();
    }

    @Override
    public JobID getJobID() {
        return super.getJobID();
    }

    @Override
    public boolean isJobExecutionResult() {
        return false;
    }

    @Override
    public JobExecutionResult getJobExecutionResult() {
        return this;
    }

    @Override
    public String toString() {
        return "DetachedJobExecutionResult{jobID=" + getJobID() + '}';
    }
}
