// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.streaming.api.CheckpointingMode;
import java.time.Duration;

/** Older names of {@link CheckpointingOptions}; the keys are the same. */
@PublicEvolving
public class ExecutionCheckpointingOptions {

    @SuppressWarnings("deprecation") // the older enum is what programs of that time name
    public static final ConfigOption<CheckpointingMode> CHECKPOINTING_MODE =
            ConfigOptions.key(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key())
                    .enumType(CheckpointingMode.class)
                    .defaultValue(CheckpointingMode.EXACTLY_ONCE)
                    .withDescription("Whether a record counts exactly once or at least once.");

    public static final ConfigOption<io.millrace.core.execution.CheckpointingMode>
            CHECKPOINTING_CONSISTENCY_MODE = CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE;

    public static final ConfigOption<Duration> CHECKPOINTING_TIMEOUT =
            CheckpointingOptions.CHECKPOINTING_TIMEOUT;

    public static final ConfigOption<Integer> MAX_CONCURRENT_CHECKPOINTS =
            CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS;

    public static final ConfigOption<Duration> MIN_PAUSE_BETWEEN_CHECKPOINTS =
            CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS;

    public static final ConfigOption<Integer> TOLERABLE_FAILURE_NUMBER =
            CheckpointingOptions.TOLERABLE_FAILURE_NUMBER;

    public static final ConfigOption<CheckpointConfig.ExternalizedCheckpointCleanup>
            EXTERNALIZED_CHECKPOINT =
                    ConfigOptions.key(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION.key())
                            .enumType(CheckpointConfig.ExternalizedCheckpointCleanup.class)
                            .defaultValue(
                                    CheckpointConfig.ExternalizedCheckpointCleanup
                                            .NO_EXTERNALIZED_CHECKPOINTS)
                            .withDescription(
                                    "What happens to checkpoints when the job is cancelled.");

    public static final ConfigOption<ExternalizedCheckpointRetention>
            EXTERNALIZED_CHECKPOINT_RETENTION =
                    CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION;

    public static final ConfigOption<Duration> CHECKPOINTING_INTERVAL_DURING_BACKLOG =
            CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG;

    public static final ConfigOption<Duration> CHECKPOINTING_INTERVAL =
            CheckpointingOptions.CHECKPOINTING_INTERVAL;

    public static final ConfigOption<Boolean> ENABLE_UNALIGNED =
            CheckpointingOptions.ENABLE_UNALIGNED;

    public static final ConfigOption<Duration> ALIGNED_CHECKPOINT_TIMEOUT =
            CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT;

    public static final ConfigOption<Duration> ALIGNMENT_TIMEOUT =
            ConfigOptions.key("execution.checkpointing.alignment-timeout")
                    .durationType()
                    .defaultValue(Duration.ZERO)
                    .withDescription(
                            "Older key of 'execution.checkpointing.aligned-checkpoint-timeout'.");

    public static final ConfigOption<Boolean> FORCE_UNALIGNED =
            CheckpointingOptions.FORCE_UNALIGNED;

    public static final ConfigOption<Long> CHECKPOINT_ID_OF_IGNORED_IN_FLIGHT_DATA =
            StateRecoveryOptions.CHECKPOINT_ID_OF_IGNORED_IN_FLIGHT_DATA;

    public static final ConfigOption<Boolean> ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH =
            CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH;

    public static final ConfigOption<Boolean> FORCE_CHECKPOINTING =
            ConfigOptions.key("execution.checkpointing.force")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether a job with loops may take checkpoints.");

    public static final ConfigOption<Boolean> APPROXIMATE_LOCAL_RECOVERY =
            StateRecoveryOptions.APPROXIMATE_LOCAL_RECOVERY;

    public static final ConfigOption<Integer> UNALIGNED_MAX_SUBTASKS_PER_CHANNEL_STATE_FILE =
            CheckpointingOptions.UNALIGNED_MAX_SUBTASKS_PER_CHANNEL_STATE_FILE;

    public ExecutionCheckpointingOptions() {}
}
