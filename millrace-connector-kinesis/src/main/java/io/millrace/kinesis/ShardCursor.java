// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;

/** How far a shard has been fetched, and when to fetch on. Used by the fetching thread alone. */
final class ShardCursor {

    private final KinesisShardSplit split;
    private final Backoff backoff;

    /** Where to go on if all else is lost. */
    StartingPosition position;

    /**
     * Of the record that must come first, because it was emitted already; null if there is none.
     */
    String expected;

    /** Polling: the iterator to use next, null if one must be got. */
    String iterator;

    /** Fan-out: what is being received, null if nothing is. */
    StreamCalls.Subscription subscription;

    /** Fan-out: grows with each subscription, so that word of an older one can be told apart. */
    int generation;

    /** Fan-out: an event was asked for, and when (or when the last one came). */
    boolean asked;

    long heardNanos;

    /** All that has arrived before is fetched; milliseconds since 1970. */
    long readUntil;

    /** A call is on its way. */
    boolean busy;

    boolean paused;
    boolean ended;
    boolean removed;

    /** Not before; System.nanoTime. */
    long dueNanos;

    ShardCursor(KinesisShardSplit split, Backoff.Rule retries, long nowNanos) {
        this.split = split;
        this.backoff = new Backoff(retries);
        this.position = split.getStartingPosition();
        this.readUntil = split.getReadUntil();
        this.ended = Positions.isEnd(split);
        this.expected = ended ? null : Positions.sequenceNumber(position);
        this.dueNanos = nowNanos;
    }

    String shardId() {
        return split.getShardId();
    }

    KinesisShardSplit split() {
        return split;
    }

    Backoff backoff() {
        return backoff;
    }

    /** Whether it rests: it is at its end, taken away, or paused. */
    boolean rests() {
        return ended || removed || paused;
    }
}
