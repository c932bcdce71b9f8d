// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.client;

import io.millrace.api.common.JobID;
import io.millrace.util.FlinkException;

/** The job ended by a failure; the cause says which. */
public class JobExecutionException extends FlinkException {

    private static final long serialVersionUID = 2818087325120827525L;

    private final JobID jobID;

    public JobExecutionException(JobID jobID, String message, Throwable cause) {
        super(message, cause);
        this.jobID = jobID;
    }

    public JobExecutionException(JobID jobID, String message) {
        super(message);
        this.jobID = jobID;
    }

    public JobExecutionException(JobID jobID, Throwable cause) {
        super(cause);
        this.jobID = jobID;
    }

    public JobID getJobID() {
        return jobID;
    }
}
