// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.functions.RuntimeContext;

/** What a function asks of where it runs, which has become two objects. */
public final class RuntimeContexts {

    private RuntimeContexts() {}

    public static JobID getJobId(RuntimeContext context) {
        return context.getJobInfo().getJobId();
    }

    public static String getTaskName(RuntimeContext context) {
        return context.getTaskInfo().getTaskName();
    }

    public static String getTaskNameWithSubtasks(RuntimeContext context) {
        return context.getTaskInfo().getTaskNameWithSubtasks();
    }

    public static int getNumberOfParallelSubtasks(RuntimeContext context) {
        return context.getTaskInfo().getNumberOfParallelSubtasks();
    }

    public static int getMaxNumberOfParallelSubtasks(RuntimeContext context) {
        return context.getTaskInfo().getMaxNumberOfParallelSubtasks();
    }

    public static int getIndexOfThisSubtask(RuntimeContext context) {
        return context.getTaskInfo().getIndexOfThisSubtask();
    }

    public static int getAttemptNumber(RuntimeContext context) {
        return context.getTaskInfo().getAttemptNumber();
    }
}
