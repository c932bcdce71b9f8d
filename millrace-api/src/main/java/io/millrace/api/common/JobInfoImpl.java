// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Internal;

/** The id and name of a job. */
@Internal
public class JobInfoImpl implements JobInfo {

    private final JobID jobId;
    private final String jobName;

    /** With an id and a name. */
    public JobInfoImpl(JobID jobId, String jobName) {
        this.jobId = checkNotNull(jobId, "The id of the job is null.");
        this.jobName = checkNotNull(jobName, "The name of the job is null.");
    }

    @Override
    public JobID getJobId() {
        return jobId;
    }

    @Override
    public String getJobName() {
        return jobName;
    }
}
