// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.enumerator;

import io.millrace.annotation.Internal;
import java.util.List;

/**
 * What a checkpoint keeps of the enumerator: all shards it knows. One that was read to its end is
 * among them, at the position that means its end, as long as the stream lists it: a shard that is
 * not among them is new.
 */
@Internal
public class KinesisStreamsSourceEnumeratorState {

    private final List<KinesisShardSplitWithAssignmentStatus> knownSplits;
    private final String lastSeenShardId;

    public KinesisStreamsSourceEnumeratorState(
            List<KinesisShardSplitWithAssignmentStatus> knownSplits, String lastSeenShardId) {
        this.knownSplits = List.copyOf(knownSplits);
        this.lastSeenShardId = lastSeenShardId;
    }

    /** The greatest id of a shard so far; null before the stream was looked at. */
    public String getLastSeenShardId() {
        return lastSeenShardId;
    }

    public List<KinesisShardSplitWithAssignmentStatus> getKnownSplits() {
        return knownSplits;
    }
}
