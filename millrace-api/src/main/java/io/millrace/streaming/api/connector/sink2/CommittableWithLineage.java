// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import java.util.Objects;
import java.util.function.Function;

/**
 * A committable, and where it comes from.
 *
 * @param <CommT> the committable
 */
@Experimental
public class CommittableWithLineage<CommT> implements CommittableMessage<CommT> {

    private final CommT committable;
    private final long checkpointId;
    private final int subtaskId;

    /**
     * A committable of a subtask for a checkpoint.
     *
     * @param checkpointId or {@link CommittableMessage#EOI}
     */
    public CommittableWithLineage(CommT committable, long checkpointId, int subtaskId) {
        this.committable = Objects.requireNonNull(committable, "committable");
        this.checkpointId = checkpointId;
        this.subtaskId = subtaskId;
    }

    public CommT getCommittable() {
        return committable;
    }

    @Override
    public int getSubtaskId() {
        return subtaskId;
    }

    @Override
    public long getCheckpointIdOrEOI() {
        return checkpointId;
    }

    /** The same with another committable. */
    public <NewCommT> CommittableWithLineage<NewCommT> map(Function<CommT, NewCommT> mapper) {
        return new CommittableWithLineage<>(mapper.apply(committable), checkpointId, subtaskId);
    }

    /** The same from another subtask. */
    public CommittableWithLineage<CommT> withSubtaskId(int subtaskId) {
        return new CommittableWithLineage<>(committable, checkpointId, subtaskId);
    }

    @Override
    public String toString() {
        return "CommittableWithLineage{committable="
                + committable
                + ", checkpointId="
                + checkpointId
                + ", subtaskId="
                + subtaskId
                + '}';
    }

    @Override
    public boolean equals(Object o) {
        return o != null
                && o.getClass() == getClass()
                && checkpointId == ((CommittableWithLineage<?>) o).checkpointId
                && subtaskId == ((CommittableWithLineage<?>) o).subtaskId
                && committable.equals(((CommittableWithLineage<?>) o).committable);
    }

    @Override
    public int hashCode() {
        return Objects.hash(committable, checkpointId, subtaskId);
    }
}
