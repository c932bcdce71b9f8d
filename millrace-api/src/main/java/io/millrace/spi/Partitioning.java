// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.functions.Partitioner;
import io.millrace.api.java.functions.KeySelector;

/** How records of a stream are dealt to the receiver's subtasks. */
public sealed interface Partitioning {

    /** Subtask i to subtask i; both sides have the same parallelism. */
    record Forward() implements Partitioning {}

    /** Round robin. */
    record Rebalance() implements Partitioning {}

    /** Round robin, each sender to receivers near it only. */
    record Rescale() implements Partitioning {}

    /** To any subtask, each as likely as the others. */
    record Shuffle() implements Partitioning {}

    /** All to the first subtask. */
    record Global() implements Partitioning {}

    /** To the subtask that the user's partitioner answers for the record's key. */
    record Custom(Partitioner<?> partitioner, KeySelector<?, ?> selector) implements Partitioning {}

    /** Each record to every subtask. */
    record Broadcast() implements Partitioning {}

    /** To the subtask that owns the record's key group. */
    record Keyed(KeySelector<?, ?> selector) implements Partitioning {}
}
