// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.execution.CheckpointingMode;
import java.time.Duration;

/**
 * When checkpoints are taken, where they go and what is kept. Keys begin with {@code
 * execution.checkpointing}.
 */
@PublicEvolving
public class CheckpointingOptions {

    /**
     * Which state backend.
     *
     * @deprecated use {@link StateBackendOptions#STATE_BACKEND}
     */
    @Deprecated
    public static final ConfigOption<String> STATE_BACKEND =
            key("state.backend.type")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys("state.backend")
                    .withDescription("Which state backend.");

    /**
     * Which storage: {@code jobmanager} (memory), {@code filesystem}, or the name of a factory
     * class. Not set: files if there is a directory for them, else memory.
     */
    public static final ConfigOption<String> CHECKPOINT_STORAGE =
            key("execution.checkpointing.storage")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys("state.checkpoint-storage")
                    .withDescription(
                            "Which storage: jobmanager (memory), filesystem, or the name of a "
                                    + "factory class. Not set: files if there is a directory for "
                                    + "them, else memory.");

    /** How many completed checkpoints are kept. */
    public static final ConfigOption<Integer> MAX_RETAINED_CHECKPOINTS =
            key("execution.checkpointing.num-retained")
                    .intType()
                    .defaultValue(1)
                    .withDeprecatedKeys("state.checkpoints.num-retained")
                    .withDescription(
                            "How many completed checkpoints are kept at any time; less than 1 is "
                                    + "1, with a warning.");

    /** Whether the files of a checkpoint are deleted several at a time. */
    public static final ConfigOption<Boolean> CLEANER_PARALLEL_MODE =
            key("execution.checkpointing.cleaner.parallel-mode")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("state.checkpoint.cleaner.parallel-mode")
                    .withDescription(
                            "Whether the files of a checkpoint are deleted several at a time.");

    /**
     * Whether snapshots are written while records flow.
     *
     * @deprecated they always are
     */
    @Deprecated
    public static final ConfigOption<Boolean> ASYNC_SNAPSHOTS =
            key("state.backend.async")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Whether snapshots are written while records flow.");

    /** Whether a checkpoint writes only what has changed, where the backend can. */
    public static final ConfigOption<Boolean> INCREMENTAL_CHECKPOINTS =
            key("execution.checkpointing.incremental")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("state.backend.incremental")
                    .withDescription(
                            "Whether a checkpoint writes only what has changed, where the backend "
                                    + "can.");

    /**
     * Whether a copy of the state for recovery is kept on local disk.
     *
     * @deprecated use {@link StateRecoveryOptions#LOCAL_RECOVERY} and {@link #LOCAL_BACKUP_ENABLED}
     */
    @Deprecated
    public static final ConfigOption<Boolean> LOCAL_RECOVERY =
            key("state.backend.local-recovery")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether a copy of the state for recovery is kept on local disk.");

    /** Where copies on local disk are kept. */
    public static final ConfigOption<String> LOCAL_RECOVERY_TASK_MANAGER_STATE_ROOT_DIRS =
            key("execution.checkpointing.local-backup.dirs")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys("taskmanager.state.local.root-dirs")
                    .withDescription("Where copies on local disk are kept.");

    /** Where savepoints go that name no target. */
    public static final ConfigOption<String> SAVEPOINT_DIRECTORY =
            key("execution.checkpointing.savepoint-dir")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys("state.savepoints.dir", "savepoints.state.backend.fs.dir")
                    .withDescription("Where savepoints go that name no target.");

    /** Where checkpoints go. */
    public static final ConfigOption<String> CHECKPOINTS_DIRECTORY =
            key("execution.checkpointing.dir")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys("state.checkpoints.dir", "state.backend.fs.checkpointdir")
                    .withDescription("Where checkpoints go.");

    /** Whether each job has a directory of its own, by its id, under that of the checkpoints. */
    public static final ConfigOption<Boolean> CREATE_CHECKPOINT_SUB_DIR =
            key("execution.checkpointing.create-subdir")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("state.checkpoints.create-subdir")
                    .withDescription(
                            "Whether each job has a directory of its own, by its id, under that of "
                                    + "the checkpoints.");

    /** State smaller than this is written into the manifest itself; 0 to 1 mb. */
    public static final ConfigOption<MemorySize> FS_SMALL_FILE_THRESHOLD =
            key("execution.checkpointing.data-inline-threshold")
                    .memoryType()
                    .defaultValue(MemorySize.parse("20kb"))
                    .withDeprecatedKeys(
                            "state.storage.fs.memory-threshold",
                            "state.backend.fs.memory-threshold")
                    .withDescription(
                            "State smaller than this is written into the manifest itself; 0 to 1 "
                                    + "mb.");

    /**
     * Size of the buffer when writing a state file, in bytes; never less than 64 KiB, nor than the
     * inline threshold.
     */
    public static final ConfigOption<Integer> FS_WRITE_BUFFER_SIZE =
            key("execution.checkpointing.write-buffer-size")
                    .intType()
                    .defaultValue(4 * 1024)
                    .withDeprecatedKeys(
                            "state.storage.fs.write-buffer-size",
                            "state.backend.fs.write-buffer-size")
                    .withDescription(
                            "Size of the buffer when writing a state file, in bytes; never less than "
                                    + "64 KiB, nor than the inline threshold.");

    /** Whether a copy of each checkpoint is kept on local disk. */
    public static final ConfigOption<Boolean> LOCAL_BACKUP_ENABLED =
            key("execution.checkpointing.local-backup.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("state.backend.local-recovery")
                    .withFallbackKeys("execution.state-recovery.from-local")
                    .withDescription("Whether a copy of each checkpoint is kept on local disk.");

    /** Whether several states share one file. */
    public static final ConfigOption<Boolean> FILE_MERGING_ENABLED =
            key("execution.checkpointing.file-merging.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether several states share one file.");

    /** Whether states of several checkpoints share one file. */
    public static final ConfigOption<Boolean> FILE_MERGING_ACROSS_BOUNDARY =
            key("execution.checkpointing.file-merging.across-checkpoint-boundary")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether states of several checkpoints share one file.");

    /** A shared file takes no further state beyond this size. */
    public static final ConfigOption<MemorySize> FILE_MERGING_MAX_FILE_SIZE =
            key("execution.checkpointing.file-merging.max-file-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("32MB"))
                    .withDescription("A shared file takes no further state beyond this size.");

    /** Whether a writer waits for a shared file when all are taken. */
    public static final ConfigOption<Boolean> FILE_MERGING_POOL_BLOCKING =
            key("execution.checkpointing.file-merging.pool-blocking")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether a writer waits for a shared file when all are taken.");

    /** How many subtasks may share one file. */
    public static final ConfigOption<Integer> FILE_MERGING_MAX_SUBTASKS_PER_FILE =
            key("execution.checkpointing.file-merging.max-subtasks-per-file")
                    .intType()
                    .defaultValue(4)
                    .withDescription("How many subtasks may share one file.");

    /** How many times as much space as needed shared files may take. */
    public static final ConfigOption<Float> FILE_MERGING_MAX_SPACE_AMPLIFICATION =
            key("execution.checkpointing.file-merging.max-space-amplification")
                    .floatType()
                    .defaultValue(2f)
                    .withDescription(
                            "How many times as much space as needed shared files may take.");

    /** What is promised of the effects of each record on state after a failure. */
    public static final ConfigOption<CheckpointingMode> CHECKPOINTING_CONSISTENCY_MODE =
            key("execution.checkpointing.mode")
                    .enumType(CheckpointingMode.class)
                    .defaultValue(CheckpointingMode.EXACTLY_ONCE)
                    .withDescription(
                            "What is promised of the effects of each record on state after a "
                                    + "failure.");

    /** A checkpoint that is not complete after this is discarded; at least 1 ms. */
    public static final ConfigOption<Duration> CHECKPOINTING_TIMEOUT =
            key("execution.checkpointing.timeout")
                    .durationType()
                    .defaultValue(Duration.ofMinutes(10))
                    .withDescription(
                            "A checkpoint that is not complete after this is discarded; at least 1 "
                                    + "ms.");

    /** How many checkpoints may be under way at a time. */
    public static final ConfigOption<Integer> MAX_CONCURRENT_CHECKPOINTS =
            key("execution.checkpointing.max-concurrent-checkpoints")
                    .intType()
                    .defaultValue(1)
                    .withDescription("How many checkpoints may be under way at a time.");

    /**
     * The least time from the end of a checkpoint to the start of the next. More than 0 implies
     * that one is under way at a time.
     */
    public static final ConfigOption<Duration> MIN_PAUSE_BETWEEN_CHECKPOINTS =
            key("execution.checkpointing.min-pause")
                    .durationType()
                    .defaultValue(Duration.ZERO)
                    .withDescription(
                            "The least time from the end of a checkpoint to the start of the next. "
                                    + "More than 0 implies that one is under way at a time.");

    /** How many checkpoints in a row may fail before the job does. */
    public static final ConfigOption<Integer> TOLERABLE_FAILURE_NUMBER =
            key("execution.checkpointing.tolerable-failed-checkpoints")
                    .intType()
                    .defaultValue(0)
                    .withDescription("How many checkpoints in a row may fail before the job does.");

    /** What becomes of checkpoints when the job is cancelled or fails. */
    public static final ConfigOption<ExternalizedCheckpointRetention>
            EXTERNALIZED_CHECKPOINT_RETENTION =
                    key("execution.checkpointing.externalized-checkpoint-retention")
                            .enumType(ExternalizedCheckpointRetention.class)
                            .defaultValue(
                                    ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS)
                            .withDescription(
                                    "What becomes of checkpoints when the job is cancelled or "
                                            + "fails.");

    /**
     * The time from one checkpoint to the next while a source catches up; 0 for none then, else at
     * least the usual interval.
     */
    public static final ConfigOption<Duration> CHECKPOINTING_INTERVAL_DURING_BACKLOG =
            key("execution.checkpointing.interval-during-backlog")
                    .durationType()
                    .noDefaultValue()
                    .withDescription(
                            "The time from one checkpoint to the next while a source catches up; 0 "
                                    + "for none then, else at least the usual interval.");

    /** The time from one checkpoint to the next, at least 1 ms. Not set: no checkpoints. */
    public static final ConfigOption<Duration> CHECKPOINTING_INTERVAL =
            key("execution.checkpointing.interval")
                    .durationType()
                    .noDefaultValue()
                    .withDescription(
                            "The time from one checkpoint to the next, at least 1 ms. Not set: no "
                                    + "checkpoints.");

    /** Whether barriers overtake records, which then become part of the checkpoint. */
    public static final ConfigOption<Boolean> ENABLE_UNALIGNED =
            key("execution.checkpointing.unaligned.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("execution.checkpointing.unaligned")
                    .withDescription(
                            "Whether barriers overtake records, which then become part of the "
                                    + "checkpoint.");

    /** How long a barrier is waited for before barriers overtake records; 0 for not at all. */
    public static final ConfigOption<Duration> ALIGNED_CHECKPOINT_TIMEOUT =
            key("execution.checkpointing.aligned-checkpoint-timeout")
                    .durationType()
                    .defaultValue(Duration.ZERO)
                    .withDeprecatedKeys("execution.checkpointing.alignment-timeout")
                    .withDescription(
                            "How long a barrier is waited for before barriers overtake records; 0 "
                                    + "for not at all.");

    /** Whether barriers may overtake records where order may suffer from it. */
    public static final ConfigOption<Boolean> FORCE_UNALIGNED =
            key("execution.checkpointing.unaligned.forced")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether barriers may overtake records where order may suffer from "
                                    + "it.");

    /** Whether a barrier may come between timers that fire for one watermark. */
    public static final ConfigOption<Boolean> ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS =
            key("execution.checkpointing.unaligned.interruptible-timers.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether a barrier may come between timers that fire for one "
                                    + "watermark.");

    /** Whether checkpoints go on when some tasks have finished. */
    public static final ConfigOption<Boolean> ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH =
            key("execution.checkpointing.checkpoints-after-tasks-finish")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys(
                            "execution.checkpointing.checkpoints-after-tasks-finish.enabled")
                    .withDescription("Whether checkpoints go on when some tasks have finished.");

    /** How many subtasks share one file for records that barriers overtook. */
    public static final ConfigOption<Integer> UNALIGNED_MAX_SUBTASKS_PER_CHANNEL_STATE_FILE =
            key("execution.checkpointing.unaligned.max-subtasks-per-channel-state-file")
                    .intType()
                    .defaultValue(5)
                    .withDescription(
                            "How many subtasks share one file for records that barriers overtook.");
}
