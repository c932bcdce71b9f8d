// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.PublicEvolving;

/** What a subtask is called, and its place. */
@PublicEvolving
public interface TaskInfo {

    /**
     * The name of the task: of all operators that are chained to this one without a {@code keyBy}
     * between, as {@code "map -> Sink: print"}.
     */
    String getTaskName();

    /** The number of key groups of the operator. */
    int getMaxNumberOfParallelSubtasks();

    /** The index of this subtask, from 0. */
    int getIndexOfThisSubtask();

    /** The parallelism of the operator. */
    int getNumberOfParallelSubtasks();

    /** How many times this subtask has been started before, from 0. */
    int getAttemptNumber();

    /** Name and place, as {@code "map (3/4)#0"}: the place counts from 1, the attempt from 0. */
    String getTaskNameWithSubtasks();

    /** The id of the place in a cluster that it runs in. */
    String getAllocationIDAsString();
}
