// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.java.functions.KeySelector;

/** How records of a stream are dealt to the receiver's subtasks. */
public sealed interface Partitioning {

    /** Subtask i to subtask i; both sides have the same parallelism. */
    record Forward() implements Partitioning {}

    /** Round robin. */
    record Rebalance() implements Partitioning {}

    /** Each record to every subtask. */
    record Broadcast() implements Partitioning {}

    /** To the subtask that owns the record's key group. */
    record Keyed(KeySelector<?, ?> selector) implements Partitioning {}
}
