// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Internal;
import io.millrace.api.common.JobID;
import io.millrace.api.common.JobInfo;
import io.millrace.api.common.TaskInfo;
import java.util.OptionalLong;

/** What surrounds a writer or committer. */
@Internal
public interface InitContext {

    /** The first checkpoint of a job has this id. */
    long INITIAL_CHECKPOINT_ID = 1;

    /** Which of the subtasks this is, counted from 0. */
    default int getSubtaskId() {
        return getTaskInfo().getIndexOfThisSubtask();
    }

    default int getNumberOfParallelSubtasks() {
        return getTaskInfo().getNumberOfParallelSubtasks();
    }

    /** How many attempts there were before this one. */
    default int getAttemptNumber() {
        return getTaskInfo().getAttemptNumber();
    }

    /** The checkpoint that state was restored from; empty on a fresh start. */
    OptionalLong getRestoredCheckpointId();

    default JobID getJobId() {
        return getJobInfo().getJobId();
    }

    JobInfo getJobInfo();

    TaskInfo getTaskInfo();
}
