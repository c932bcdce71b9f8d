// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.split;

import io.millrace.annotation.Internal;
import io.millrace.api.connector.source.SourceSplit;
import java.util.Objects;
import java.util.Set;

/** A shard and how far it has been read. */
@Internal
public final class KinesisShardSplit implements SourceSplit {

    /** {@link #getReadUntil()} of a shard of which nothing has been read. */
    public static final long NEVER = 0;

    private final String streamArn;
    private final String shardId;
    private final StartingPosition startingPosition;
    private final Set<String> parentShardIds;
    private final String startingHashKey;
    private final String endingHashKey;
    private final long readUntil;

    public KinesisShardSplit(
            String streamArn,
            String shardId,
            StartingPosition startingPosition,
            Set<String> parentShardIds,
            String startingHashKey,
            String endingHashKey) {
        this(
                streamArn,
                shardId,
                startingPosition,
                parentShardIds,
                startingHashKey,
                endingHashKey,
                NEVER);
    }

    private KinesisShardSplit(
            String streamArn,
            String shardId,
            StartingPosition startingPosition,
            Set<String> parentShardIds,
            String startingHashKey,
            String endingHashKey,
            long readUntil) {
        this.streamArn = Objects.requireNonNull(streamArn, "streamArn");
        this.shardId = Objects.requireNonNull(shardId, "shardId");
        this.startingPosition = Objects.requireNonNull(startingPosition, "startingPosition");
        this.parentShardIds = Set.copyOf(parentShardIds);
        this.startingHashKey = Objects.requireNonNull(startingHashKey, "startingHashKey");
        this.endingHashKey = Objects.requireNonNull(endingHashKey, "endingHashKey");
        this.readUntil = readUntil;
    }

    /** The same shard, read further (docs/departures.md: Flink's has it not). */
    public KinesisShardSplit readTo(StartingPosition position, long until) {
        return new KinesisShardSplit(
                streamArn,
                shardId,
                position,
                parentShardIds,
                startingHashKey,
                endingHashKey,
                until);
    }

    /**
     * Milliseconds since 1970: all that has arrived before then has been read. What the stream has
     * dropped since is lost, and the source must say so (docs/departures.md: Flink's has it not).
     */
    public long getReadUntil() {
        return readUntil;
    }

    @Override
    public String splitId() {
        return shardId;
    }

    public String getStreamArn() {
        return streamArn;
    }

    public String getShardId() {
        return shardId;
    }

    public StartingPosition getStartingPosition() {
        return startingPosition;
    }

    /** None, one (of a shard that was split), or two (of shards that were merged). */
    public Set<String> getParentShardIds() {
        return parentShardIds;
    }

    public String getStartingHashKey() {
        return startingHashKey;
    }

    public String getEndingHashKey() {
        return endingHashKey;
    }

    @Override
    public String toString() {
        return "shard " + shardId + " of " + streamArn + " from " + startingPosition;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof KinesisShardSplit that
                && streamArn.equals(that.streamArn)
                && shardId.equals(that.shardId)
                && startingPosition.equals(that.startingPosition)
                && parentShardIds.equals(that.parentShardIds)
                && startingHashKey.equals(that.startingHashKey)
                && endingHashKey.equals(that.endingHashKey)
                && readUntil == that.readUntil;
    }

    @Override
    public int hashCode() {
        return Objects.hash(streamArn, shardId, startingPosition, readUntil);
    }
}
