// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.api.connector.source.SourceEvent;
import java.util.List;

/**
 * Reader to enumerator: it has emitted all of these shards.
 *
 * @param restored whether it knows that from the checkpoint from which it continues
 * @param checkpointing whether the job takes checkpoints by itself
 */
record ShardsEnded(List<String> shardIds, boolean restored, boolean checkpointing)
        implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
