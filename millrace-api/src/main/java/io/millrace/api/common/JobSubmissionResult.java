// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.Public;

/** A job that was started. */
@Public
public class JobSubmissionResult {

    private final JobID jobID;

    /** The job of an id. */
    public JobSubmissionResult(JobID jobID) {
        this.jobID = jobID;
    }

    /** Its id. */
    public JobID getJobID() {
        return jobID;
    }

    /** Whether this is the result of a job that has ended. */
    public boolean isJobExecutionResult() {
        return false;
    }

    /**
     * The result.
     *
     * @throws ClassCastException when this is not one
     */
    public JobExecutionResult getJobExecutionResult() {
        throw new ClassCastException(
                "The job " + jobID + " was started, but not waited for: it has no result here.");
    }
}
