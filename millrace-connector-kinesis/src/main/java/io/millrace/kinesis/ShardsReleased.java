// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.api.connector.source.SourceEvent;
import java.util.List;

/** Enumerator to reader: the successors of these shards have readers, so forget the shards. */
record ShardsReleased(List<String> shardIds) implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
