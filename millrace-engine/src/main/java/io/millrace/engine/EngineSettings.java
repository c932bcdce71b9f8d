// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.SinkOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.CheckpointingMode;
import io.millrace.core.execution.RestoreMode;
import io.millrace.engine.checkpoint.CheckpointStore.Claim;
import io.millrace.engine.checkpoint.Retention;
import io.millrace.engine.job.CheckpointSettings;
import io.millrace.engine.job.CheckpointSettings.FailurePolicy;
import io.millrace.engine.job.CheckpointSettings.Restore;
import io.millrace.engine.job.CheckpointSettings.Storage;
import io.millrace.engine.job.CheckpointSettings.StorageKind;
import io.millrace.engine.job.LoopSettings;
import io.millrace.engine.job.RestartStrategy;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.StateCompression;
import io.millrace.runtime.state.StateBackend;
import io.millrace.spi.CancellationKeys;
import io.millrace.spi.FeedbackTransformation;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Pipeline;
import io.millrace.spi.SettingRange;
import io.millrace.spi.Transformation;
import io.millrace.streaming.api.environment.ExecutionCheckpointingOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * How one job is to be run: read, completed and checked once, at the door, so that no room behind
 * it ever looks into a configuration. What can't be followed is refused here, before anything runs.
 *
 * @param checkpoints everything about checkpoints
 * @param restart what becomes of the job when it fails
 * @param bufferTimeoutMs how long a batch waits to be filled; 0 sends each record at once, -1 only
 *     full batches
 * @param objectReuse whether objects pass between chained operators without a copy
 * @param handOver whether they pass between tasks without a copy
 * @param chaining whether operators are joined by method calls
 * @param chainDifferentMaxParallelism also where they have different numbers of key groups
 * @param cancellationIntervalMs after which a cancelled task that does not end is interrupted
 * @param cancellationTimeoutMs after which a cancelled task that does not end fails the job; 0 for
 *     never
 * @param committerRetries how often a commit is tried again
 * @param maxParallelism number of key groups of operators that set none; -1 to derive it
 * @param loops what loops may take
 * @param batch whether it is a batch job
 * @param keyedState which keyed state is not the engine's own; null where it is
 * @param sortedInputsBytes how much one keyed operator of a batch job sorts in memory, at most
 * @param notices what the user should hear, to be logged once
 */
public record EngineSettings(
        CheckpointSettings checkpoints,
        RestartStrategy restart,
        long bufferTimeoutMs,
        boolean objectReuse,
        boolean handOver,
        boolean chaining,
        boolean chainDifferentMaxParallelism,
        long cancellationIntervalMs,
        long cancellationTimeoutMs,
        int committerRetries,
        int maxParallelism,
        LoopSettings loops,
        boolean batch,
        StateBackend keyedState,
        long sortedInputsBytes,
        List<Notice> notices) {

    /** The word that takes the place of a path: the newest checkpoint of this job's name. */
    static final String LATEST = "latest";

    public EngineSettings {
        notices = List.copyOf(notices);
    }

    /**
     * Concludes the settings of a job.
     *
     * @throws IllegalArgumentException if a value is malformed or out of range; names the key
     * @throws UnsupportedOperationException if a setting can't be followed; names key and value
     */
    public static EngineSettings conclude(Pipeline program) {
        List<Notice> notices = new ArrayList<>();
        UnsupportedOptions.refuse(program.configuration());
        boolean batch = RuntimeMode.isBatch(program);
        Pipeline pipeline = batch ? RuntimeMode.withoutCheckpoints(program, notices) : program;
        Configuration configuration = pipeline.configuration();
        StorageChoice.Chosen chosen = StorageChoice.conclude(pipeline, notices);
        if (chosen.backend() == null || batch) {
            UnsupportedOptions.idleRocksDb(configuration, notices);
        }
        CheckpointSettings checkpoints = checkpoints(pipeline, chosen.checkpoints(), notices);
        if (checkpoints.enabled()) {
            requireForce(pipeline);
        }
        RestartStrategy restart = RestartStrategy.conclude(configuration, checkpoints.enabled());
        idleRestartKeys(configuration, restart, notices);
        UnsupportedOptions.list(configuration, notices);
        // It goes to the operators by way of the ExecutionConfig; here it is only checked.
        millis(configuration, PipelineOptions.AUTO_WATERMARK_INTERVAL, 0);
        return new EngineSettings(
                checkpoints,
                restart,
                bufferTimeoutMs(configuration),
                configuration.get(PipelineOptions.OBJECT_REUSE),
                configuration.get(EngineOptions.HAND_OVER),
                configuration.get(PipelineOptions.OPERATOR_CHAINING),
                configuration.get(
                        PipelineOptions
                                .OPERATOR_CHAINING_CHAIN_OPERATORS_WITH_DIFFERENT_MAX_PARALLELISM),
                millis(configuration, CancellationKeys.INTERVAL, 1),
                millis(configuration, CancellationKeys.TIMEOUT, 0),
                number(configuration, SinkOptions.COMMITTER_RETRIES, 0),
                maxParallelism(configuration),
                loops(configuration),
                batch,
                batch ? null : chosen.backend(),
                configuration.get(ExecutionOptions.SORTED_INPUTS_MEMORY).getBytes(),
                notices);
    }

    /** CK-21: checkpoints of loops are taken on demand only, as in Flink; but they are whole. */
    private static void requireForce(Pipeline pipeline) {
        if (pipeline.configuration().get(ExecutionCheckpointingOptions.FORCE_CHECKPOINTING)) {
            return;
        }
        for (OperatorTransformation<?> operator : pipeline.operators()) {
            if (operator.inputs().stream().anyMatch(EngineSettings::turnsBack)) {
                throw new UnsupportedOperationException(
                        "The job has a loop, at operator "
                                + operator
                                + ", and takes checkpoints; programs written for Flink expect that"
                                + " to be refused unless it is forced, for there it loses records."
                                + " Here a forced loop is exactly-once: what goes round it is part of"
                                + " each checkpoint. Force it by enableCheckpointing(interval, mode,"
                                + " true), or getCheckpointConfig().setForceCheckpointing(true), or"
                                + " execution.checkpointing.force: true.");
            }
        }
    }

    private static boolean turnsBack(Transformation<?> input) {
        Transformation<?> from = input;
        while (from instanceof PartitionTransformation) {
            from = from.inputs().get(0);
        }
        return from instanceof FeedbackTransformation;
    }

    private static LoopSettings loops(Configuration configuration) {
        long memoryBytes = configuration.get(EngineOptions.ITERATION_MEMORY).getBytes();
        List<String> directories = new ArrayList<>();
        for (String each :
                configuration
                        .get(CoreOptions.TMP_DIRS)
                        .split("[," + System.getProperty("path.separator") + "]", -1)) {
            if (!each.isBlank()) {
                directories.add(each.trim());
            }
        }
        SettingRange.require(
                !directories.isEmpty(),
                CoreOptions.TMP_DIRS,
                "one or more directories",
                configuration.get(CoreOptions.TMP_DIRS));
        return new LoopSettings(memoryBytes, directories);
    }

    /** Numbers of a restart strategy that the job does not have say nothing, and that is told. */
    private static void idleRestartKeys(
            Configuration configuration, RestartStrategy restart, List<Notice> notices) {
        TreeSet<String> idle = new TreeSet<>();
        for (String key : configuration.keySet()) {
            if (key.startsWith("restart-strategy.")
                    && !key.equals(RestartStrategyOptions.RESTART_STRATEGY.key())
                    && (restart.keyword() == null
                            || !key.startsWith("restart-strategy." + restart.keyword() + "."))) {
                idle.add(key);
            }
        }
        if (!idle.isEmpty()) {
            boolean chosen = configuration.contains(RestartStrategyOptions.RESTART_STRATEGY);
            String text =
                    "Without effect, because the job has "
                            + (restart.keyword() == null ? "none" : restart.keyword())
                            + " as its restart strategy"
                            + (chosen
                                    ? ""
                                    : " ("
                                            + RestartStrategyOptions.RESTART_STRATEGY.key()
                                            + " is not set)")
                            + ": "
                            + String.join(", ", idle);
            notices.add(chosen ? Notice.info(text) : Notice.warn(text));
        }
    }

    private static CheckpointSettings checkpoints(
            Pipeline pipeline, Storage storage, List<Notice> notices) {
        Configuration configuration = pipeline.configuration();
        boolean enabled = configuration.contains(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        long intervalMs =
                enabled ? millis(configuration, CheckpointingOptions.CHECKPOINTING_INTERVAL, 1) : 0;
        long pauseMs = millis(configuration, CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, 0);
        Retention retention = retention(configuration);
        if (enabled
                && storage.kind() == StorageKind.MEMORY
                && retention.policy() != Retention.Policy.NO_EXTERNALIZED_CHECKPOINTS) {
            notices.add(
                    Notice.warn(
                            CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION.key()
                                    + " = "
                                    + retention.policy()
                                    + " keeps nothing, because checkpoints are in the memory of this process;"
                                    + " set "
                                    + CheckpointingOptions.CHECKPOINTS_DIRECTORY.key()
                                    + " to keep them on disk."));
        }
        return new CheckpointSettings(
                enabled,
                configuration.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE)
                        == CheckpointingMode.EXACTLY_ONCE,
                intervalMs,
                backlogIntervalMs(configuration, intervalMs),
                millis(configuration, CheckpointingOptions.CHECKPOINTING_TIMEOUT, 1),
                pauseMs,
                maxConcurrent(configuration, pauseMs, notices),
                failurePolicy(configuration, notices),
                configuration.get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH),
                retention,
                numRetained(configuration, notices),
                storage,
                configuration.get(ExecutionOptions.SNAPSHOT_COMPRESSION)
                        ? StateCompression.DEFLATE
                        : StateCompression.NONE,
                restore(configuration, storage, notices),
                InFlightChoice.conclude(pipeline, enabled, notices));
    }

    private static long backlogIntervalMs(Configuration configuration, long intervalMs) {
        ConfigOption<Duration> option = CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG;
        if (intervalMs == 0 || !configuration.contains(option)) {
            return intervalMs;
        }
        long backlogMs = millis(configuration, option, 0);
        SettingRange.require(
                backlogMs == 0 || backlogMs >= intervalMs,
                option,
                "0, which takes none, or no less than "
                        + CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
                        + ", which is "
                        + intervalMs
                        + " ms",
                configuration.get(option));
        return backlogMs;
    }

    private static int maxConcurrent(
            Configuration configuration, long pauseMs, List<Notice> notices) {
        ConfigOption<Integer> option = CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS;
        int maxConcurrent = number(configuration, option, 1);
        if (maxConcurrent == 1 || pauseMs == 0) {
            return maxConcurrent;
        }
        notices.add(
                Notice.warn(
                        option.key()
                                + " = "
                                + maxConcurrent
                                + " has no effect: "
                                + CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS.key()
                                + " = "
                                + pauseMs
                                + " ms means one checkpoint at a time."));
        return 1;
    }

    private static FailurePolicy failurePolicy(Configuration configuration, List<Notice> notices) {
        ConfigOption<Integer> option = CheckpointingOptions.TOLERABLE_FAILURE_NUMBER;
        boolean failOnErrors = configuration.get(EngineOptions.FAIL_ON_CHECKPOINT_ERRORS);
        if (configuration.contains(option)) {
            int tolerable = number(configuration, option, 0);
            if (configuration.contains(EngineOptions.FAIL_ON_CHECKPOINT_ERRORS)) {
                notices.add(
                        Notice.warn(
                                "setFailOnCheckpointingErrors("
                                        + failOnErrors
                                        + ") ("
                                        + EngineOptions.FAIL_ON_CHECKPOINT_ERRORS.key()
                                        + ") has no effect, because "
                                        + option.key()
                                        + " = "
                                        + tolerable
                                        + " is set too."));
            }
            return new FailurePolicy(tolerable, true, true);
        }
        return new FailurePolicy(failOnErrors ? 0 : Integer.MAX_VALUE, false, failOnErrors);
    }

    private static Retention retention(Configuration configuration) {
        Retention.Policy policy =
                switch (configuration.get(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION)) {
                    case NO_EXTERNALIZED_CHECKPOINTS ->
                            Retention.Policy.NO_EXTERNALIZED_CHECKPOINTS;
                    case DELETE_ON_CANCELLATION -> Retention.Policy.DELETE_ON_CANCELLATION;
                    case RETAIN_ON_CANCELLATION -> Retention.Policy.RETAIN_ON_CANCELLATION;
                };
        return new Retention(policy, configuration.get(EngineOptions.KEEP_AFTER_FINISH));
    }

    private static int numRetained(Configuration configuration, List<Notice> notices) {
        ConfigOption<Integer> option = CheckpointingOptions.MAX_RETAINED_CHECKPOINTS;
        int numRetained = configuration.get(option);
        if (numRetained >= 1) {
            return numRetained;
        }
        notices.add(
                Notice.warn(
                        option.key()
                                + " = "
                                + numRetained
                                + " would keep no checkpoint to restart from; 1 is used."));
        return 1;
    }

    private static Restore restore(
            Configuration configuration, Storage storage, List<Notice> notices) {
        String path = configuration.get(StateRecoveryOptions.SAVEPOINT_PATH);
        boolean allowNonRestored =
                configuration.get(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE);
        boolean latest = LATEST.equals(path);
        if (latest && configuration.contains(StateRecoveryOptions.RESTORE_MODE)) {
            RestoreMode mode = configuration.get(StateRecoveryOptions.RESTORE_MODE);
            if (mode != RestoreMode.CLAIM) {
                notices.add(
                        Notice.warn(
                                StateRecoveryOptions.RESTORE_MODE.key()
                                        + " = "
                                        + mode
                                        + " has no effect: '"
                                        + LATEST
                                        + "' goes on as the job that wrote the checkpoint, and removes it when it"
                                        + " is no longer needed. To leave it alone, name its path."));
            }
        }
        if (path != null && path.isBlank()) {
            throw new IllegalArgumentException(
                    StateRecoveryOptions.SAVEPOINT_PATH.key()
                            + " is empty; it takes the directory of a checkpoint, or "
                            + LATEST
                            + ".");
        }
        if (latest && storage.directory() == null) {
            throw new IllegalArgumentException(
                    StateRecoveryOptions.SAVEPOINT_PATH.key()
                            + " = "
                            + LATEST
                            + " needs a directory to look in, but checkpoints of this job go to the memory of the"
                            + " process. Set "
                            + CheckpointingOptions.CHECKPOINTS_DIRECTORY.key()
                            + ".");
        }
        return new Restore(
                latest ? null : path,
                latest,
                claim(configuration, path, storage, notices),
                allowNonRestored);
    }

    /** Whose a checkpoint is that is named by its path. */
    private static Claim claim(
            Configuration configuration, String path, Storage storage, List<Notice> notices) {
        switch (configuration.get(StateRecoveryOptions.RESTORE_MODE)) {
            case CLAIM -> {
                if (storage.kind() != StorageKind.MEMORY || path == null) {
                    return Claim.CLAIM;
                }
                notices.add(
                        Notice.warn(
                                StateRecoveryOptions.RESTORE_MODE.key()
                                        + " = "
                                        + RestoreMode.CLAIM
                                        + " does not remove "
                                        + path
                                        + ", because the job's own checkpoints are in the memory of this"
                                        + " process: nothing would be left when it ends. Set "
                                        + CheckpointingOptions.CHECKPOINTS_DIRECTORY.key()
                                        + " to have it removed when it is no longer needed."));
                return Claim.LEGACY;
            }
            case LEGACY -> {
                return Claim.LEGACY;
            }
            default -> {
                return Claim.NONE;
            }
        }
    }

    private static long bufferTimeoutMs(Configuration configuration) {
        if (!configuration.get(ExecutionOptions.BUFFER_TIMEOUT_ENABLED)) {
            return -1;
        }
        return millis(configuration, ExecutionOptions.BUFFER_TIMEOUT, 0);
    }

    private static int maxParallelism(Configuration configuration) {
        ConfigOption<Integer> option = PipelineOptions.MAX_PARALLELISM;
        int maxParallelism = configuration.get(option);
        SettingRange.require(
                maxParallelism == -1
                        || maxParallelism >= 1 && maxParallelism <= KeyGroups.UPPER_BOUND,
                option,
                "1 to " + KeyGroups.UPPER_BOUND + ", or -1 to derive it from the parallelism",
                maxParallelism);
        return maxParallelism;
    }

    static long millis(Configuration configuration, ConfigOption<Duration> option, long least) {
        Duration duration = configuration.get(option);
        long millis;
        try {
            millis = duration.toMillis();
        } catch (ArithmeticException e) {
            millis = duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        SettingRange.require(
                millis >= least && !duration.isNegative(),
                option,
                least == 0 ? "0 or more" : least + " ms or more",
                duration);
        return millis;
    }

    private static int number(
            Configuration configuration, ConfigOption<Integer> option, int least) {
        int number = configuration.get(option);
        SettingRange.require(number >= least, option, least + " or more", number);
        return number;
    }
}
