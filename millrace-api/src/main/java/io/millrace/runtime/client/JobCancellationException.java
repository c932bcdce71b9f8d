// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.client;

import io.millrace.api.common.JobID;

/** The job ended because somebody cancelled it. */
public class JobCancellationException extends JobExecutionException {

    private static final long serialVersionUID = 2818087325120827526L;

    public JobCancellationException(JobID jobID, String msg, Throwable cause) {
        super(jobID, msg, cause);
    }
}
