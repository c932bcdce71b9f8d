// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.split;

import io.millrace.annotation.Internal;
import java.time.Instant;
import java.util.Objects;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;

/** Where in a shard to read on. */
@Internal
public final class StartingPosition {

    private final ShardIteratorType shardIteratorType;
    private final Object startingMarker;

    StartingPosition(ShardIteratorType shardIteratorType, Object startingMarker) {
        this.shardIteratorType = Objects.requireNonNull(shardIteratorType, "shardIteratorType");
        this.startingMarker = startingMarker;
    }

    public ShardIteratorType getShardIteratorType() {
        return shardIteratorType;
    }

    /** A sequence number (String), a time (Instant), or null for the start of the shard. */
    public Object getStartingMarker() {
        return startingMarker;
    }

    /** What arrived at that time or later. */
    public static StartingPosition fromTimestamp(Instant timestamp) {
        return new StartingPosition(
                ShardIteratorType.AT_TIMESTAMP, Objects.requireNonNull(timestamp, "timestamp"));
    }

    /** What comes after the record of that number. */
    public static StartingPosition continueFromSequenceNumber(String sequenceNumber) {
        return new StartingPosition(
                ShardIteratorType.AFTER_SEQUENCE_NUMBER,
                Objects.requireNonNull(sequenceNumber, "sequenceNumber"));
    }

    /** The oldest record that the shard still has. */
    public static StartingPosition fromStart() {
        return new StartingPosition(ShardIteratorType.TRIM_HORIZON, null);
    }

    @Override
    public String toString() {
        return shardIteratorType + (startingMarker == null ? "" : " " + startingMarker);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof StartingPosition that
                && shardIteratorType == that.shardIteratorType
                && Objects.equals(startingMarker, that.startingMarker);
    }

    @Override
    public int hashCode() {
        return Objects.hash(shardIteratorType, startingMarker);
    }
}
