// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;

/** How far a reader has emitted a shard. Used by the reader's task; the metric by any thread. */
final class ShardState {

    private final KinesisShardSplit split;
    private StartingPosition position;
    private long readUntil;
    private volatile long behindMillis = -1;

    ShardState(KinesisShardSplit split) {
        this.split = split;
        this.position = split.getStartingPosition();
        this.readUntil = split.getReadUntil();
    }

    KinesisShardSplit split() {
        return split.readTo(position, readUntil);
    }

    String shardId() {
        return split.getShardId();
    }

    String streamArn() {
        return split.getStreamArn();
    }

    void emitted(String sequenceNumber, long arrived) {
        position = StartingPosition.continueFromSequenceNumber(sequenceNumber);
        readUntil = Math.max(readUntil, arrived);
    }

    void progress(long until, long behind) {
        readUntil = Math.max(readUntil, until);
        behindMillis = behind;
    }

    void ended() {
        position = Positions.end();
        behindMillis = 0;
    }

    long behindMillis() {
        return behindMillis;
    }
}
