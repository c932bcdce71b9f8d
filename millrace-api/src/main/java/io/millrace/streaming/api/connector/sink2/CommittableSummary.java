// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import java.util.Objects;

/**
 * Says how many committables follow from one subtask for one checkpoint; sent before them.
 *
 * @param <CommT> the committables
 */
@Experimental
public class CommittableSummary<CommT> implements CommittableMessage<CommT> {

    private final int subtaskId;
    private final int numberOfSubtasks;
    private final long checkpointId;
    private final int numberOfCommittables;
    private final int numberOfPendingCommittables;
    private final int numberOfFailedCommittables;

    /**
     * What a subtask sends for a checkpoint.
     *
     * @param numberOfSubtasks how many send such summaries
     * @param checkpointId or {@link CommittableMessage#EOI}
     * @param numberOfCommittables all there are
     * @param numberOfPendingCommittables of them, those that follow
     * @param numberOfFailedCommittables of them, those that were given up
     */
    public CommittableSummary(
            int subtaskId,
            int numberOfSubtasks,
            long checkpointId,
            int numberOfCommittables,
            int numberOfPendingCommittables,
            int numberOfFailedCommittables) {
        this.subtaskId = subtaskId;
        this.numberOfSubtasks = numberOfSubtasks;
        this.checkpointId = checkpointId;
        this.numberOfCommittables = numberOfCommittables;
        this.numberOfPendingCommittables = numberOfPendingCommittables;
        this.numberOfFailedCommittables = numberOfFailedCommittables;
    }

    @Override
    public int getSubtaskId() {
        return subtaskId;
    }

    public int getNumberOfSubtasks() {
        return numberOfSubtasks;
    }

    @Override
    public long getCheckpointIdOrEOI() {
        return checkpointId;
    }

    public int getNumberOfCommittables() {
        return numberOfCommittables;
    }

    public int getNumberOfPendingCommittables() {
        return numberOfPendingCommittables;
    }

    public int getNumberOfFailedCommittables() {
        return numberOfFailedCommittables;
    }

    /** The same for other committables. */
    public <NewCommT> CommittableSummary<NewCommT> map() {
        return new CommittableSummary<>(
                subtaskId,
                numberOfSubtasks,
                checkpointId,
                numberOfCommittables,
                numberOfPendingCommittables,
                numberOfFailedCommittables);
    }

    @Override
    public String toString() {
        return "CommittableSummary{subtaskId="
                + subtaskId
                + ", numberOfSubtasks="
                + numberOfSubtasks
                + ", checkpointId="
                + checkpointId
                + ", numberOfCommittables="
                + numberOfCommittables
                + ", numberOfPendingCommittables="
                + numberOfPendingCommittables
                + ", numberOfFailedCommittables="
                + numberOfFailedCommittables
                + '}';
    }

    @Override
    public boolean equals(Object o) {
        if (o == null || o.getClass() != getClass()) {
            return false;
        }
        CommittableSummary<?> other = (CommittableSummary<?>) o;
        return subtaskId == other.subtaskId
                && numberOfSubtasks == other.numberOfSubtasks
                && checkpointId == other.checkpointId
                && numberOfCommittables == other.numberOfCommittables
                && numberOfPendingCommittables == other.numberOfPendingCommittables
                && numberOfFailedCommittables == other.numberOfFailedCommittables;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                subtaskId,
                numberOfSubtasks,
                checkpointId,
                numberOfCommittables,
                numberOfPendingCommittables,
                numberOfFailedCommittables);
    }
}
