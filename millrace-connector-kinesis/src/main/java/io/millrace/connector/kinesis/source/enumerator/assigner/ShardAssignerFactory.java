// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.enumerator.assigner;

import io.millrace.annotation.Experimental;
import io.millrace.connector.kinesis.source.enumerator.KinesisShardAssigner;

/** Makes the assigners there are. */
@Experimental
public class ShardAssignerFactory {

    private ShardAssignerFactory() {}

    /** By the middle of the shard's range of hash keys: subtasks get equal parts of all keys. */
    public static KinesisShardAssigner uniformShardAssigner() {
        return new UniformShardAssigner();
    }
}
