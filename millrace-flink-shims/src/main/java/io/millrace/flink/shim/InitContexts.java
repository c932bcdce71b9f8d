// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.api.common.JobID;
import org.apache.flink.api.connector.sink2.InitContext;

/** What the writer and the committer of a sink ask of where they run. */
public final class InitContexts {

    private InitContexts() {}

    public static JobID getJobId(InitContext context) {
        return context.getJobInfo().getJobId();
    }

    public static int getSubtaskId(InitContext context) {
        return context.getTaskInfo().getIndexOfThisSubtask();
    }

    public static int getNumberOfParallelSubtasks(InitContext context) {
        return context.getTaskInfo().getNumberOfParallelSubtasks();
    }

    public static int getAttemptNumber(InitContext context) {
        return context.getTaskInfo().getAttemptNumber();
    }
}
