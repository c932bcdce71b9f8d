// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;

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
                            "Whether an error while a task takes its snapshot fails the job; if not, only the"
                                    + " checkpoint is given up. Without effect when"
                                    + " execution.checkpointing.tolerable-failed-checkpoints is set.");

    /** Whether the checkpoints of a job that has finished stay. */
    public static final ConfigOption<Boolean> KEEP_AFTER_FINISH =
            ConfigOptions.key("millrace.checkpoints.keep-after-finish")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether the checkpoints of a job that has finished stay.");

    /** Whether records are handed over uncopied where Flink would serialize them. */
    public static final ConfigOption<Boolean> HAND_OVER =
            ConfigOptions.key("millrace.exchange.hand-over")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether mutable records are handed to other tasks without a copy, because the"
                                    + " program never touches what it has emitted.");

    private EngineOptions() {}

    /**
     * Whether Flink knows this key, though there is no option for it here: a job is refused for it,
     * or runs as if it were not set and says so once.
     */
    public static boolean isRefusedOrWithoutEffect(String key) {
        return UnsupportedOptions.isRefusedOrWithoutEffect(key);
    }
}
