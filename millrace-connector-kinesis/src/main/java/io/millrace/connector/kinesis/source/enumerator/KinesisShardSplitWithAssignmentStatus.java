// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.enumerator;

import io.millrace.annotation.Internal;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import java.util.Objects;

/** A shard that the enumerator knows, and whether it has given it to a reader. */
@Internal
public class KinesisShardSplitWithAssignmentStatus {

    private final KinesisShardSplit split;
    private final SplitAssignmentStatus status;

    public KinesisShardSplitWithAssignmentStatus(
            KinesisShardSplit kinesisShardSplit, SplitAssignmentStatus splitAssignmentStatus) {
        this.split = Objects.requireNonNull(kinesisShardSplit, "kinesisShardSplit");
        this.status = Objects.requireNonNull(splitAssignmentStatus, "splitAssignmentStatus");
    }

    public KinesisShardSplit split() {
        return split;
    }

    public SplitAssignmentStatus assignmentStatus() {
        return status;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof KinesisShardSplitWithAssignmentStatus that
                && split.equals(that.split)
                && status == that.status;
    }

    @Override
    public int hashCode() {
        return Objects.hash(split, status);
    }

    @Override
    public String toString() {
        return split + " " + status;
    }
}
