// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
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
                    .withDescription("Whether state is compressed when it is written.");

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
}
