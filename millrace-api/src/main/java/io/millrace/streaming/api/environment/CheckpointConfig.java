// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.annotation.Public;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.configuration.ReadableConfig;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.configuration.description.InlineElement;
import io.millrace.configuration.description.TextElement;
import io.millrace.core.execution.CheckpointingMode;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.CheckpointStorage;
import io.millrace.spi.SettingRange;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/**
 * When checkpoints are taken, how long they may take, and what becomes of them.
 *
 * <p>Everything but a storage given as an object is kept under the keys of {@link
 * CheckpointingOptions}, so that a setter and its key are two ways to say one thing. Durations are
 * milliseconds; the shortest interval and timeout is 1 ms. Checkpoints are off until an interval is
 * set.
 */
@Public
public class CheckpointConfig implements Serializable {

    private static final long serialVersionUID = -750378776078908147L;

    @SuppressWarnings("deprecation") // the constant is of the older enum, as mirrored
    public static final io.millrace.streaming.api.CheckpointingMode DEFAULT_MODE =
            io.millrace.streaming.api.CheckpointingMode.EXACTLY_ONCE;

    public static final long DEFAULT_TIMEOUT =
            CheckpointingOptions.CHECKPOINTING_TIMEOUT.defaultValue().toMillis();

    public static final long DEFAULT_MIN_PAUSE_BETWEEN_CHECKPOINTS =
            CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS.defaultValue().toMillis();

    public static final int DEFAULT_MAX_CONCURRENT_CHECKPOINTS =
            CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS.defaultValue();

    public static final int UNDEFINED_TOLERABLE_CHECKPOINT_NUMBER = -1;

    public static final int DEFAULT_CHECKPOINT_ID_OF_IGNORED_IN_FLIGHT_DATA =
            StateRecoveryOptions.CHECKPOINT_ID_OF_IGNORED_IN_FLIGHT_DATA.defaultValue().intValue();

    /** The engine reads it under this key: Flink has a setter for it and no key. */
    private static final ConfigOption<Boolean> FAIL_ON_ERRORS =
            ConfigOptions.key("millrace.checkpoints.fail-on-errors")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Whether an error while a task takes its snapshot fails the task, or only declines the checkpoint.");

    private final Configuration configuration;

    private CheckpointStorage storage;

    /** A copy. */
    public CheckpointConfig(CheckpointConfig checkpointConfig) {
        this.configuration = new Configuration(checkpointConfig.configuration);
        this.storage = checkpointConfig.storage;
    }

    public CheckpointConfig() {
        this(new Configuration());
    }

    /** One that reads and writes these settings. */
    public CheckpointConfig(Configuration configuration) {
        this.configuration = Objects.requireNonNull(configuration, "configuration");
    }

    /** Takes no checkpoints: forgets the interval. */
    public void disableCheckpointing() {
        configuration.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
    }

    /** Whether an interval is set. */
    public boolean isCheckpointingEnabled() {
        return getCheckpointInterval() > 0;
    }

    /** Older form of {@link #getCheckpointingConsistencyMode}. */
    @SuppressWarnings("deprecation") // it is the older form
    public io.millrace.streaming.api.CheckpointingMode getCheckpointingMode() {
        return io.millrace.streaming.api.CheckpointingMode.valueOf(
                getCheckpointingConsistencyMode().name());
    }

    /** Older form of {@link #setCheckpointingConsistencyMode}. */
    @SuppressWarnings("deprecation") // it is the older form
    public void setCheckpointingMode(
            io.millrace.streaming.api.CheckpointingMode checkpointingMode) {
        setCheckpointingConsistencyMode(CheckpointingMode.valueOf(checkpointingMode.name()));
    }

    /** Whether a record counts exactly once, the default, or at least once. */
    public CheckpointingMode getCheckpointingConsistencyMode() {
        return configuration.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE);
    }

    /**
     * Whether a record counts exactly once or at least once after a failure.
     *
     * <p>For exactly-once a task that hears several channels reads a quick one no further until the
     * slow ones have come to the same checkpoint. At least once holds nothing up, which is for
     * latencies of a few milliseconds; the price is that after a failure some records of quick
     * channels change state a second time. Nothing is ever lost. A pipeline in which each task
     * hears one other task (maps, filters, flat maps) is exactly-once in either mode.
     */
    public void setCheckpointingConsistencyMode(CheckpointingMode checkpointingMode) {
        configuration.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                Objects.requireNonNull(checkpointingMode, "checkpointingMode"));
    }

    /** Milliseconds from one checkpoint to the next; -1 when checkpoints are off. */
    public long getCheckpointInterval() {
        return configuration
                .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                .map(Duration::toMillis)
                .orElse(-1L);
    }

    /**
     * Takes a checkpoint every so many milliseconds.
     *
     * @throws IllegalArgumentException when less than 1; {@link #disableCheckpointing} switches off
     */
    public void setCheckpointInterval(long checkpointInterval) {
        setInterval(Duration.ofMillis(checkpointInterval));
    }

    /**
     * The interval while a source catches up with old data, 0 for none; that of other times when
     * not set.
     */
    public long getCheckpointIntervalDuringBacklog() {
        long interval =
                configuration
                        .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG)
                        .map(Duration::toMillis)
                        .orElse(getCheckpointInterval());
        if (interval > 0 && interval < getCheckpointInterval()) {
            throw new IllegalArgumentException(
                    "The checkpoint interval during backlog of "
                            + interval
                            + " ms must be 0 or at least the interval of other times, which is "
                            + getCheckpointInterval()
                            + " ms.");
        }
        return interval;
    }

    /**
     * The interval while a source catches up with old data.
     *
     * @param checkpointInterval milliseconds; 0 takes none then
     * @throws IllegalArgumentException when negative
     */
    public void setCheckpointIntervalDuringBacklog(long checkpointInterval) {
        setIntervalDuringBacklog(Duration.ofMillis(checkpointInterval));
    }

    /** Milliseconds after which a checkpoint that is not complete is given up. */
    public long getCheckpointTimeout() {
        return configuration.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT).toMillis();
    }

    /**
     * Milliseconds after which a checkpoint that is not complete is given up.
     *
     * @throws IllegalArgumentException when less than 1
     */
    public void setCheckpointTimeout(long checkpointTimeout) {
        setTimeout(Duration.ofMillis(checkpointTimeout));
    }

    /** Milliseconds between the end of one checkpoint and the beginning of the next. */
    public long getMinPauseBetweenCheckpoints() {
        return configuration.get(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS).toMillis();
    }

    /**
     * Milliseconds between the end of one checkpoint and the beginning of the next. With more than
     * 0 there is one checkpoint at a time, whatever {@link #setMaxConcurrentCheckpoints} says.
     *
     * @throws IllegalArgumentException when negative
     */
    public void setMinPauseBetweenCheckpoints(long minPauseBetweenCheckpoints) {
        setMinPause(Duration.ofMillis(minPauseBetweenCheckpoints));
    }

    public int getMaxConcurrentCheckpoints() {
        return configuration.get(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS);
    }

    /**
     * How many checkpoints may be under way at a time; 1 unless set. More let a new one begin while
     * earlier ones are still being written, so that little is to be done again after a failure
     * although each takes long. When a newer one completes first, older ones that still run are
     * given up. Has no effect when a pause is set ({@link #setMinPauseBetweenCheckpoints}).
     *
     * @throws IllegalArgumentException when less than 1
     */
    public void setMaxConcurrentCheckpoints(int maxConcurrentCheckpoints) {
        SettingRange.require(
                maxConcurrentCheckpoints >= 1,
                CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS,
                "1 or more",
                maxConcurrentCheckpoints);
        configuration.set(
                CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS, maxConcurrentCheckpoints);
    }

    public boolean isForceCheckpointing() {
        return configuration.get(ExecutionCheckpointingOptions.FORCE_CHECKPOINTING);
    }

    /** Lets a job with loops take checkpoints. */
    public void setForceCheckpointing(boolean forceCheckpointing) {
        configuration.set(ExecutionCheckpointingOptions.FORCE_CHECKPOINTING, forceCheckpointing);
    }

    public boolean isForceUnalignedCheckpoints() {
        return configuration.get(CheckpointingOptions.FORCE_UNALIGNED);
    }

    /** Lets a job with loops or partitioners of its own take unaligned checkpoints. */
    public void setForceUnalignedCheckpoints(boolean forceUnalignedCheckpoints) {
        configuration.set(CheckpointingOptions.FORCE_UNALIGNED, forceUnalignedCheckpoints);
    }

    /** Whether an error while a task takes its snapshot fails the task. */
    public boolean isFailOnCheckpointingErrors() {
        return configuration
                .getOptional(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER)
                .map(tolerable -> tolerable == 0)
                .orElse(configuration.get(FAIL_ON_ERRORS));
    }

    /**
     * Whether an error while a task takes its snapshot fails the task, the default, or only
     * declines the checkpoint. Where a tolerable number is set too, the number wins for errors in
     * the part that is written in the background.
     */
    public void setFailOnCheckpointingErrors(boolean failOnCheckpointingErrors) {
        configuration.set(FAIL_ON_ERRORS, failOnCheckpointingErrors);
    }

    /** How many checkpoints in a row may fail; 0 when not set. */
    public int getTolerableCheckpointFailureNumber() {
        return configuration
                .getOptional(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER)
                .orElse(configuration.get(FAIL_ON_ERRORS) ? 0 : Integer.MAX_VALUE);
    }

    /**
     * How many checkpoints in a row may fail before the job does.
     *
     * @throws IllegalArgumentException when negative
     */
    public void setTolerableCheckpointFailureNumber(int tolerableCheckpointFailureNumber) {
        SettingRange.require(
                tolerableCheckpointFailureNumber >= 0,
                CheckpointingOptions.TOLERABLE_FAILURE_NUMBER,
                "0 or more",
                tolerableCheckpointFailureNumber);
        configuration.set(
                CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, tolerableCheckpointFailureNumber);
    }

    /** Older form of {@link #setExternalizedCheckpointRetention}. */
    public void setExternalizedCheckpointCleanup(ExternalizedCheckpointCleanup cleanupMode) {
        setExternalizedCheckpointRetention(
                ExternalizedCheckpointRetention.valueOf(cleanupMode.name()));
    }

    /**
     * What becomes of checkpoints when the job fails or is cancelled; when it finishes they are
     * deleted.
     */
    public void setExternalizedCheckpointRetention(ExternalizedCheckpointRetention retention) {
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                Objects.requireNonNull(retention, "retention"));
    }

    /** Older form of {@link #setExternalizedCheckpointRetention}. */
    public void enableExternalizedCheckpoints(ExternalizedCheckpointCleanup cleanupMode) {
        setExternalizedCheckpointCleanup(cleanupMode);
    }

    public boolean isExternalizedCheckpointsEnabled() {
        return getExternalizedCheckpointRetention()
                != ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS;
    }

    /**
     * Whether barriers overtake records that are on their way, which then become part of the
     * checkpoint: how long it takes no longer depends on how much is on its way. For exactly-once
     * and one checkpoint at a time; savepoints are always aligned.
     */
    public void enableUnalignedCheckpoints(boolean enabled) {
        configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, enabled);
    }

    /** As {@link #enableUnalignedCheckpoints(boolean)} with true. */
    public void enableUnalignedCheckpoints() {
        enableUnalignedCheckpoints(true);
    }

    public boolean isUnalignedCheckpointsEnabled() {
        return configuration.get(CheckpointingOptions.ENABLE_UNALIGNED);
    }

    /**
     * Whether a barrier that overtakes need not wait until all timers of one watermark have fired:
     * it may come between two of them. It has an effect with unaligned checkpoints only. Restored,
     * the other timers fire when the watermark is heard again.
     */
    public void enableUnalignedCheckpointsInterruptibleTimers(boolean enabled) {
        configuration.set(CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS, enabled);
    }

    public boolean isUnalignedCheckpointsInterruptibleTimersEnabled() {
        return configuration.get(CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS);
    }

    /** Older form of {@link #setAlignedCheckpointTimeout}. */
    public void setAlignmentTimeout(Duration alignmentTimeout) {
        setAlignedCheckpointTimeout(alignmentTimeout);
    }

    /** Older form of {@link #getAlignedCheckpointTimeout}. */
    public Duration getAlignmentTimeout() {
        return getAlignedCheckpointTimeout();
    }

    public Duration getAlignedCheckpointTimeout() {
        return configuration.get(CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT);
    }

    /**
     * With unaligned checkpoints: how long, from its trigger, a checkpoint stays aligned; barriers
     * overtake when that is over. Zero, the default, for at once.
     *
     * @throws IllegalArgumentException when negative
     */
    public void setAlignedCheckpointTimeout(Duration alignedCheckpointTimeout) {
        SettingRange.require(
                !alignedCheckpointTimeout.isNegative(),
                CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT,
                "0 or more",
                alignedCheckpointTimeout);
        configuration.set(
                CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT, alignedCheckpointTimeout);
    }

    public int getMaxSubtasksPerChannelStateFile() {
        return configuration.get(
                CheckpointingOptions.UNALIGNED_MAX_SUBTASKS_PER_CHANNEL_STATE_FILE);
    }

    /** Makes no difference: what was on its way to a subtask lies with its other state. */
    public void setMaxSubtasksPerChannelStateFile(int maxSubtasksPerChannelStateFile) {
        configuration.set(
                CheckpointingOptions.UNALIGNED_MAX_SUBTASKS_PER_CHANNEL_STATE_FILE,
                maxSubtasksPerChannelStateFile);
    }

    public boolean isApproximateLocalRecoveryEnabled() {
        return configuration.get(StateRecoveryOptions.APPROXIMATE_LOCAL_RECOVERY);
    }

    /**
     * Not here: it would restore only the failed task and lose records.
     *
     * @throws UnsupportedOperationException when true
     */
    public void enableApproximateLocalRecovery(boolean enabled) {
        if (enabled) {
            throw new UnsupportedOperationException(
                    "CheckpointConfig.enableApproximateLocalRecovery(true): a failure always restarts the whole job here.");
        }
        configuration.set(StateRecoveryOptions.APPROXIMATE_LOCAL_RECOVERY, false);
    }

    /** Older form of {@link #getExternalizedCheckpointRetention}. */
    public ExternalizedCheckpointCleanup getExternalizedCheckpointCleanup() {
        return ExternalizedCheckpointCleanup.valueOf(getExternalizedCheckpointRetention().name());
    }

    public ExternalizedCheckpointRetention getExternalizedCheckpointRetention() {
        return configuration.get(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION);
    }

    /** Where checkpoints are kept. */
    public void setCheckpointStorage(CheckpointStorage storage) {
        this.storage = Objects.requireNonNull(storage, "storage");
    }

    /** Keeps checkpoints in files under this directory. */
    public void setCheckpointStorage(String checkpointDirectory) {
        setCheckpointStorage(new Path(checkpointDirectory));
    }

    /** Keeps checkpoints in files under this directory. */
    public void setCheckpointStorage(URI checkpointDirectory) {
        setCheckpointStorage(new Path(checkpointDirectory));
    }

    /** Keeps checkpoints in files under this directory. */
    public void setCheckpointStorage(Path checkpointDirectory) {
        this.storage =
                new io.millrace.runtime.state.storage.FileSystemCheckpointStorage(
                        checkpointDirectory);
    }

    /** What was set as an object or directory; null when only the configuration says where. */
    public CheckpointStorage getCheckpointStorage() {
        return storage;
    }

    /**
     * Loses, on purpose, the records that were on their way in the checkpoint with this id, when
     * the job begins from it.
     */
    public void setCheckpointIdOfIgnoredInFlightData(long checkpointIdOfIgnoredInFlightData) {
        configuration.set(
                StateRecoveryOptions.CHECKPOINT_ID_OF_IGNORED_IN_FLIGHT_DATA,
                checkpointIdOfIgnoredInFlightData);
    }

    public long getCheckpointIdOfIgnoredInFlightData() {
        return configuration.get(StateRecoveryOptions.CHECKPOINT_ID_OF_IGNORED_IN_FLIGHT_DATA);
    }

    /**
     * Takes over the keys that are there; the others stay as they are.
     *
     * @throws IllegalArgumentException when a value is out of range, just as by its setter
     */
    public void configure(ReadableConfig configuration) {
        if (configuration
                .getOptional(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE)
                .isPresent()) {
            setCheckpointingConsistencyMode(
                    configuration.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE));
        }
        if (configuration.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL).isPresent()) {
            setInterval(configuration.get(CheckpointingOptions.CHECKPOINTING_INTERVAL));
        }
        if (configuration
                .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG)
                .isPresent()) {
            setIntervalDuringBacklog(
                    configuration.get(CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG));
        }
        if (configuration.getOptional(CheckpointingOptions.CHECKPOINTING_TIMEOUT).isPresent()) {
            setTimeout(configuration.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT));
        }
        if (configuration
                .getOptional(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS)
                .isPresent()) {
            setMinPause(configuration.get(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS));
        }
        if (configuration
                .getOptional(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS)
                .isPresent()) {
            setMaxConcurrentCheckpoints(
                    configuration.get(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS));
        }
        if (configuration.getOptional(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER).isPresent()) {
            setTolerableCheckpointFailureNumber(
                    configuration.get(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER));
        }
        if (configuration
                .getOptional(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION)
                .isPresent()) {
            setExternalizedCheckpointRetention(
                    configuration.get(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION));
        }
        // What comes later is refused by the engine, by key: here it is only carried on.
        copy(configuration, ExecutionCheckpointingOptions.FORCE_CHECKPOINTING);
        copy(configuration, FAIL_ON_ERRORS);
        copy(configuration, CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH);
        copy(configuration, CheckpointingOptions.ENABLE_UNALIGNED);
        copy(configuration, CheckpointingOptions.FORCE_UNALIGNED);
        copy(configuration, CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT);
        copy(configuration, CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS);
        copy(configuration, CheckpointingOptions.UNALIGNED_MAX_SUBTASKS_PER_CHANNEL_STATE_FILE);
        copy(configuration, StateRecoveryOptions.CHECKPOINT_ID_OF_IGNORED_IN_FLIGHT_DATA);
        copy(configuration, StateRecoveryOptions.APPROXIMATE_LOCAL_RECOVERY);
        copy(configuration, CheckpointingOptions.CHECKPOINT_STORAGE);
        copy(configuration, CheckpointingOptions.CHECKPOINTS_DIRECTORY);
    }

    /** The settings behind this; a change of them is a change of this. */
    public Configuration toConfiguration() {
        return configuration;
    }

    private void setInterval(Duration interval) {
        SettingRange.require(
                interval.toMillis() >= 1,
                CheckpointingOptions.CHECKPOINTING_INTERVAL,
                "1 ms or more; to take no checkpoints leave it out, or call disableCheckpointing()",
                interval);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
    }

    private void setIntervalDuringBacklog(Duration interval) {
        SettingRange.require(
                interval.isZero() || interval.toMillis() >= 1,
                CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG,
                "0, which takes none, or 1 ms or more",
                interval);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG, interval);
    }

    private void setTimeout(Duration timeout) {
        SettingRange.require(
                timeout.toMillis() >= 1,
                CheckpointingOptions.CHECKPOINTING_TIMEOUT,
                "1 ms or more",
                timeout);
        configuration.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, timeout);
    }

    private void setMinPause(Duration pause) {
        SettingRange.require(
                !pause.isNegative(),
                CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS,
                "0 or more",
                pause);
        configuration.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, pause);
    }

    private <T> void copy(ReadableConfig from, ConfigOption<T> option) {
        from.getOptional(option).ifPresent(value -> configuration.set(option, value));
    }

    /** Older form of {@link ExternalizedCheckpointRetention}. */
    public enum ExternalizedCheckpointCleanup implements DescribedEnum {
        /** Kept when the job fails, deleted when it is cancelled. */
        DELETE_ON_CANCELLATION(
                "Checkpoints are kept when the job fails and deleted when it is cancelled."),
        /** Kept when the job fails or is cancelled. */
        RETAIN_ON_CANCELLATION("Checkpoints are kept when the job fails or is cancelled."),
        /** Deleted whenever the job ends. */
        NO_EXTERNALIZED_CHECKPOINTS("Checkpoints are deleted when the job ends.");

        private final String description;

        ExternalizedCheckpointCleanup(String description) {
            this.description = description;
        }

        public boolean deleteOnCancellation() {
            return this == DELETE_ON_CANCELLATION;
        }

        @Override
        public InlineElement getDescription() {
            return TextElement.text(description);
        }
    }
}
