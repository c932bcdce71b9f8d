// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Internal;

/** What a subtask is called, and its place. */
@Internal
public class TaskInfoImpl implements TaskInfo {

    private final String taskName;
    private final String taskNameWithSubtasks;
    private final String allocationIdAsString;
    private final int maxNumberOfParallelSubtasks;
    private final int indexOfSubtask;
    private final int numberOfParallelSubtasks;
    private final int attemptNumber;

    /** A subtask outside a cluster. */
    public TaskInfoImpl(
            String taskName,
            int maxNumberOfParallelSubtasks,
            int indexOfSubtask,
            int numberOfParallelSubtasks,
            int attemptNumber) {
        this(
                taskName,
                maxNumberOfParallelSubtasks,
                indexOfSubtask,
                numberOfParallelSubtasks,
                attemptNumber,
                "UNKNOWN");
    }

    /**
     * A subtask.
     *
     * @param maxNumberOfParallelSubtasks number of key groups, not below the parallelism
     * @param indexOfSubtask from 0, below the parallelism
     * @param numberOfParallelSubtasks the parallelism
     * @param attemptNumber from 0
     */
    public TaskInfoImpl(
            String taskName,
            int maxNumberOfParallelSubtasks,
            int indexOfSubtask,
            int numberOfParallelSubtasks,
            int attemptNumber,
            String allocationIdAsString) {
        checkArgument(
                indexOfSubtask >= 0 && indexOfSubtask < numberOfParallelSubtasks,
                "Subtask %s does not exist at parallelism %s.",
                indexOfSubtask,
                numberOfParallelSubtasks);
        checkArgument(
                maxNumberOfParallelSubtasks >= numberOfParallelSubtasks,
                "The parallelism %s is more than the %s key groups.",
                numberOfParallelSubtasks,
                maxNumberOfParallelSubtasks);
        checkArgument(
                attemptNumber >= 0, "An attempt can't have a negative number: %s.", attemptNumber);
        this.taskName = checkNotNull(taskName, "The name of the task is null.");
        this.maxNumberOfParallelSubtasks = maxNumberOfParallelSubtasks;
        this.indexOfSubtask = indexOfSubtask;
        this.numberOfParallelSubtasks = numberOfParallelSubtasks;
        this.attemptNumber = attemptNumber;
        this.allocationIdAsString = checkNotNull(allocationIdAsString, "allocation id");
        this.taskNameWithSubtasks =
                taskName
                        + " ("
                        + (indexOfSubtask + 1)
                        + '/'
                        + numberOfParallelSubtasks
                        + ")#"
                        + attemptNumber;
    }

    @Override
    public String getTaskName() {
        return taskName;
    }

    @Override
    public int getMaxNumberOfParallelSubtasks() {
        return maxNumberOfParallelSubtasks;
    }

    @Override
    public int getIndexOfThisSubtask() {
        return indexOfSubtask;
    }

    @Override
    public int getNumberOfParallelSubtasks() {
        return numberOfParallelSubtasks;
    }

    @Override
    public int getAttemptNumber() {
        return attemptNumber;
    }

    @Override
    public String getTaskNameWithSubtasks() {
        return taskNameWithSubtasks;
    }

    @Override
    public String getAllocationIDAsString() {
        return allocationIdAsString;
    }
}
