// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.SinkOptions;
import io.millrace.spi.CancellationKeys;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ranges of settings that take not every value of their kind, for people. The checks are spread
 * over the rooms whose settings they are (a call in a program is refused where it is made); a test
 * sets each out of its range and expects these very words in the refusal.
 */
final class AcceptedRanges {

    private static final String FROM_0 = "0 or more";
    private static final String FROM_1 = "1 or more";
    private static final String FROM_1_MS = "1 ms or more";

    private static final Map<ConfigOption<?>, String> RANGES = new LinkedHashMap<>();

    static {
        RANGES.put(CheckpointingOptions.CHECKPOINTING_INTERVAL, FROM_1_MS);
        RANGES.put(CheckpointingOptions.CHECKPOINTING_TIMEOUT, FROM_1_MS);
        RANGES.put(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS, FROM_1);
        RANGES.put(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, FROM_0);
        RANGES.put(CoreOptions.DEFAULT_PARALLELISM, FROM_1);
        RANGES.put(PipelineOptions.MAX_PARALLELISM, "1 to 32768");
        RANGES.put(SinkOptions.COMMITTER_RETRIES, FROM_0);
        RANGES.put(CancellationKeys.INTERVAL, FROM_1_MS);
        RANGES.put(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, FROM_0);
        RANGES.put(
                RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_MAX_FAILURES_PER_INTERVAL,
                FROM_1);
        RANGES.put(
                RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_FAILURE_RATE_INTERVAL,
                FROM_1_MS);
        RANGES.put(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
                FROM_1_MS);
        RANGES.put(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, FROM_1_MS);
        RANGES.put(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER,
                "more than 1");
        RANGES.put(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
                FROM_1_MS);
        RANGES.put(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR, "0 to 1");
        RANGES.put(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, FROM_1);
    }

    private AcceptedRanges() {}

    /** The range of an option; null when every value of its kind will do. */
    static String of(ConfigOption<?> option) {
        return RANGES.get(option);
    }

    /** All of them. */
    static Map<ConfigOption<?>, String> all() {
        return RANGES;
    }
}
