// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.streaming.api.CheckpointingMode;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settings of checkpoints that have another name now. */
public final class Checkpointing {

    private static final Logger LOG = LoggerFactory.getLogger(Checkpointing.class);

    private static final long DEFAULT_INTERVAL = 500;

    private Checkpointing() {}

    public static StreamExecutionEnvironment enableCheckpointing(StreamExecutionEnvironment env) {
        return env.enableCheckpointing(DEFAULT_INTERVAL);
    }

    /** Force was for iterations, and those are refused when a job is exported. */
    public static StreamExecutionEnvironment enableCheckpointing(
            StreamExecutionEnvironment env, long interval, CheckpointingMode mode, boolean force) {
        return env.enableCheckpointing(interval, mode);
    }

    public static void enableExternalizedCheckpoints(
            CheckpointConfig config, ExternalizedCheckpointRetention retention) {
        config.setExternalizedCheckpointRetention(retention);
    }

    public static void setExternalizedCheckpointCleanup(
            CheckpointConfig config, ExternalizedCheckpointRetention retention) {
        config.setExternalizedCheckpointRetention(retention);
    }

    public static ExternalizedCheckpointRetention getExternalizedCheckpointCleanup(
            CheckpointConfig config) {
        return config.getExternalizedCheckpointRetention();
    }

    /** As Flink 1 did it: a number of failures that somebody has set is left as it is. */
    public static void setFailOnCheckpointingErrors(CheckpointConfig config, boolean fail) {
        if (config.toConfiguration()
                .getOptional(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER)
                .isPresent()) {
            LOG.warn(
                    "setFailOnCheckpointingErrors({}) does nothing: {} checkpoints may fail, as was"
                            + " set before",
                    fail,
                    config.getTolerableCheckpointFailureNumber());
            return;
        }
        config.setTolerableCheckpointFailureNumber(fail ? 0 : Integer.MAX_VALUE);
    }

    public static boolean isFailOnCheckpointingErrors(CheckpointConfig config) {
        return config.getTolerableCheckpointFailureNumber() == 0;
    }

    public static void setAlignmentTimeout(CheckpointConfig config, Duration timeout) {
        config.setAlignedCheckpointTimeout(timeout);
    }

    public static Duration getAlignmentTimeout(CheckpointConfig config) {
        return config.getAlignedCheckpointTimeout();
    }
}
