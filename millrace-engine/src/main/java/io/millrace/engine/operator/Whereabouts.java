// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.JobID;
import io.millrace.api.common.JobInfo;
import io.millrace.api.common.TaskInfo;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.spi.JobOwner;

/** Job and task as user code may see them. */
final class Whereabouts implements JobInfo, TaskInfo, JobOwner.Known {

    private final OperatorContext context;

    Whereabouts(OperatorContext context) {
        this.context = context;
    }

    @Override
    public JobID getJobId() {
        return context.jobId();
    }

    @Override
    public String getJobName() {
        return context.jobName();
    }

    @Override
    public JobOwner owner() {
        return context.owner();
    }

    @Override
    public String getTaskName() {
        return context.taskName();
    }

    @Override
    public int getMaxNumberOfParallelSubtasks() {
        return context.maxParallelism();
    }

    @Override
    public int getIndexOfThisSubtask() {
        return context.subtask();
    }

    @Override
    public int getNumberOfParallelSubtasks() {
        return context.parallelism();
    }

    @Override
    public int getAttemptNumber() {
        return context.attempt();
    }

    @Override
    public String getTaskNameWithSubtasks() {
        return context.taskName()
                + " ("
                + (context.subtask() + 1)
                + "/"
                + context.parallelism()
                + ")#"
                + context.attempt();
    }

    /** One process has no slots to allocate; the job's id stands for all of it. */
    @Override
    public String getAllocationIDAsString() {
        return context.jobId().toString();
    }
}
