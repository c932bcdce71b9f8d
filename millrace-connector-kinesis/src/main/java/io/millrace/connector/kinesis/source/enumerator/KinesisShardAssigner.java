// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.enumerator;

import io.millrace.annotation.Experimental;
import io.millrace.api.connector.source.ReaderInfo;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says which subtask reads a shard. Called by the enumerator alone, once for each assignment. */
@Experimental
public interface KinesisShardAssigner extends Serializable {

    /** The index of a registered reader. */
    int assign(KinesisShardSplit split, Context context);

    /** What is known when a shard is assigned. */
    @Experimental
    interface Context {

        /** The shards each subtask has, those included that it had before a restart. */
        Map<Integer, Set<KinesisShardSplit>> getCurrentSplitAssignment();

        /** What is assigned in this round and not sent yet. */
        Map<Integer, List<KinesisShardSplit>> getPendingSplitAssignments();

        Map<Integer, ReaderInfo> getRegisteredReaders();
    }
}
