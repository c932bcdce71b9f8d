// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;

/** Positions in shards: the one that means the end, and what others ask AWS for. */
final class Positions {

    /**
     * Where the sequence number stands in the position behind the last record of a closed shard.
     */
    private static final String END = "SHARD_END";

    private Positions() {}

    static StartingPosition end() {
        return StartingPosition.continueFromSequenceNumber(END);
    }

    static boolean isEnd(KinesisShardSplit split) {
        return END.equals(split.getStartingPosition().getStartingMarker());
    }

    /** The sequence number after which to go on, or null if the position is none. */
    static String sequenceNumber(StartingPosition position) {
        return position.getShardIteratorType() == ShardIteratorType.AFTER_SEQUENCE_NUMBER
                ? (String) position.getStartingMarker()
                : null;
    }
}
