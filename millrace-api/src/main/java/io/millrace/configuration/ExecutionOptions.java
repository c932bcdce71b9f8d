// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.BatchShuffleMode;
import io.millrace.api.common.RuntimeExecutionMode;
import java.time.Duration;

/** How a program is carried out. Keys begin with {@code execution}. */
@PublicEvolving
public class ExecutionOptions {

    /** Said as a buffer timeout: batches of records wait until they are full. */
    @Internal public static final long DISABLED_NETWORK_BUFFER_TIMEOUT = -1L;

    /** Said as a buffer timeout: each record is sent at once. */
    @Internal public static final long FLUSH_AFTER_EVERY_RECORD = 0L;

    /** Whether the program runs as a stream or as a batch. */
    public static final ConfigOption<RuntimeExecutionMode> RUNTIME_MODE =
            key("execution.runtime-mode")
                    .enumType(RuntimeExecutionMode.class)
                    .defaultValue(RuntimeExecutionMode.STREAMING)
                    .withDescription("Whether the program runs as a stream or as a batch.");

    /** Whether state is compressed when it is written. */
    public static final ConfigOption<Boolean> SNAPSHOT_COMPRESSION =
            key("execution.checkpointing.snapshot-compression")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether state is compressed when it is written. A restore goes by what"
                                    + " lies there.");

    /** Whether a batch of records is sent on after some time though it is not full. */
    public static final ConfigOption<Boolean> BUFFER_TIMEOUT_ENABLED =
            key("execution.buffer-timeout.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Whether a batch of records is sent on after some time though it is "
                                    + "not full.");

    /** How long a batch of records waits to be filled; 0: each record is sent at once. */
    public static final ConfigOption<Duration> BUFFER_TIMEOUT =
            key("execution.buffer-timeout.interval")
                    .durationType()
                    .defaultValue(Duration.ofMillis(100))
                    .withDeprecatedKeys("execution.buffer-timeout")
                    .withDescription(
                            "How long a batch of records waits to be filled; 0: each record is "
                                    + "sent at once.");

    /** How a cluster moves records between the tasks of a batch job. */
    public static final ConfigOption<BatchShuffleMode> BATCH_SHUFFLE_MODE =
            key("execution.batch-shuffle-mode")
                    .enumType(BatchShuffleMode.class)
                    .defaultValue(BatchShuffleMode.ALL_EXCHANGES_BLOCKING)
                    .withDescription(
                            "How a cluster moves records between the tasks of a batch job.");

    /** How much of a partition one subtask of a sort sorts in memory; more goes to disk. */
    public static final ConfigOption<MemorySize> SORT_PARTITION_MEMORY =
            key("execution.sort-partition.memory")
                    .memoryType()
                    .defaultValue(MemorySize.parse("128mb"))
                    .withDescription(
                            "How much of a partition one subtask of a sort sorts in memory; more"
                                    + " goes to disk.");

    /** How much of the partitions by key one subtask of a sort sorts in memory. */
    public static final ConfigOption<MemorySize> SORT_KEYED_PARTITION_MEMORY =
            key("execution.sort-keyed-partition.memory")
                    .memoryType()
                    .defaultValue(MemorySize.parse("128mb"))
                    .withDescription(
                            "How much of the partitions by key one subtask of a sort sorts in"
                                    + " memory; more goes to disk.");

    /** Whether the keyed inputs of a batch job's operators are sorted: always. */
    public static final ConfigOption<Boolean> SORT_INPUTS =
            key("execution.sorted-inputs.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Whether the keyed inputs of a batch job's operators are sorted: always.");

    /** How much of its input one subtask of a batch job's keyed operator sorts in memory. */
    public static final ConfigOption<MemorySize> SORTED_INPUTS_MEMORY =
            key("execution.sorted-inputs.memory")
                    .memoryType()
                    .defaultValue(MemorySize.parse("128mb"))
                    .withDescription(
                            "How much of its input one subtask of a batch job's keyed operator sorts"
                                    + " in memory, at most: all of them together take no more than a"
                                    + " quarter of the heap. More goes to disk (io.tmp.dirs).");

    /** Whether a batch job keeps the state of one key only: always. */
    public static final ConfigOption<Boolean> USE_BATCH_STATE_BACKEND =
            key("execution.batch-state-backend.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Whether a batch job keeps the state of one key only: always.");
}
