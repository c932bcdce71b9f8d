// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.MemorySize;

/** Settings that only this engine has; their keys begin with {@code millrace}. */
public final class EngineOptions {

    /**
     * Whether an error while a task snapshots fails the task; behind {@code
     * setFailOnCheckpointingErrors}.
     */
    public static final ConfigOption<Boolean> FAIL_ON_CHECKPOINT_ERRORS =
            ConfigOptions.key("millrace.checkpoints.fail-on-errors")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Whether an error while a task takes its snapshot fails the job; if"
                                    + " not, only the checkpoint is given up. Without effect when"
                                    + " execution.checkpointing.tolerable-failed-checkpoints is set.");

    /** Whether the checkpoints of a job that has finished stay. */
    public static final ConfigOption<Boolean> KEEP_AFTER_FINISH =
            ConfigOptions.key("millrace.checkpoints.keep-after-finish")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether the checkpoints of a job that has finished stay.");

    /** How small a state is not worth files of its own. */
    public static final ConfigOption<MemorySize> INCREMENTAL_FROM =
            ConfigOptions.key("millrace.checkpoints.incremental-from")
                    .memoryType()
                    .defaultValue(new MemorySize(64 * 1024))
                    .withDescription(
                            "From which size on the keyed state of an operator's subtask on the"
                                    + " heap is checkpointed incrementally, if "
                                    + CheckpointingOptions.INCREMENTAL_CHECKPOINTS.key()
                                    + " says so. Smaller ones are written whole each time, into one"
                                    + " file or the manifest.");

    /** Whether records are handed over uncopied where Flink would serialize them. */
    public static final ConfigOption<Boolean> HAND_OVER =
            ConfigOptions.key("millrace.exchange.hand-over")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether mutable records are handed to other tasks without a copy,"
                                    + " because the program never touches what it has emitted.");

    /** How much feedback of a loop may wait in memory. */
    public static final ConfigOption<MemorySize> ITERATION_MEMORY =
            ConfigOptions.key("millrace.iteration.memory")
                    .memoryType()
                    .defaultValue(MemorySize.ofMebiBytes(64))
                    .withDescription(
                            "How much of what is fed back in a loop may wait in memory, for each"
                                    + " subtask that feeds back; more goes to local disk (io.tmp.dirs)."
                                    + " When half of it waits, the loop takes almost nothing in from"
                                    + " outside. The same holds for what a checkpoint keeps of a loop"
                                    + " until it is written.");

    /** Whether jobs can be steered from the shell. */
    public static final ConfigOption<Boolean> STEERING =
            ConfigOptions.key("millrace.steering.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Whether the process of a job listens on a UNIX socket, which only the"
                                    + " same user can open, for the commands list, savepoint, stop and"
                                    + " cancel. It does so while a job runs, in embedded programs"
                                    + " too.");

    /** Where the sockets for steering lie. */
    public static final ConfigOption<String> STEERING_DIRECTORY =
            ConfigOptions.key("millrace.steering.dir")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "The directory of the sockets for steering. It must belong to the user"
                                    + " and be open to nobody else; it is made if it is missing. By"
                                    + " default $XDG_RUNTIME_DIR/millrace or, where that variable is"
                                    + " not set, millrace-<user id> in java.io.tmpdir.");

    private EngineOptions() {}
}
