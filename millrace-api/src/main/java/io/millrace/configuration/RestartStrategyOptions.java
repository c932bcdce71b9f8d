// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import java.time.Duration;

/** Whether and when a failed job starts again. Keys begin with {@code restart-strategy}. */
@PublicEvolving
public class RestartStrategyOptions {

    /** What the keys begin with. */
    @Internal public static final String RESTART_STRATEGY_CONFIG_PREFIX = "restart-strategy";

    /**
     * Which strategy: {@code none} (or off, disable), {@code fixed-delay}, {@code failure-rate} or
     * {@code exponential-delay}. Not set: none without checkpoints, exponential-delay with them.
     */
    public static final ConfigOption<String> RESTART_STRATEGY =
            key("restart-strategy.type")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys("restart-strategy")
                    .withDescription(
                            "Which strategy: none (or off, disable), fixed-delay, failure-rate or "
                                    + "exponential-delay. Not set: none without checkpoints, "
                                    + "exponential-delay with them.");

    /**
     * How many times the job starts again, in its whole life; the next failure is its end. 0:
     * never.
     */
    public static final ConfigOption<Integer> RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS =
            key("restart-strategy.fixed-delay.attempts")
                    .intType()
                    .defaultValue(1)
                    .withDescription(
                            "How many times the job starts again, in its whole life; the next failure is its end. 0: never.");

    /** The wait before each start. */
    public static final ConfigOption<Duration> RESTART_STRATEGY_FIXED_DELAY_DELAY =
            key("restart-strategy.fixed-delay.delay")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(1))
                    .withDescription("The wait before each start.");

    /** How many failures within the interval are tolerated; one more ends the job. */
    public static final ConfigOption<Integer>
            RESTART_STRATEGY_FAILURE_RATE_MAX_FAILURES_PER_INTERVAL =
                    key("restart-strategy.failure-rate.max-failures-per-interval")
                            .intType()
                            .defaultValue(1)
                            .withDescription(
                                    "How many failures within the interval are tolerated; one more ends the job.");

    /** The length of the sliding interval in which failures are counted. */
    public static final ConfigOption<Duration> RESTART_STRATEGY_FAILURE_RATE_FAILURE_RATE_INTERVAL =
            key("restart-strategy.failure-rate.failure-rate-interval")
                    .durationType()
                    .defaultValue(Duration.ofMinutes(1))
                    .withDescription(
                            "The length of the sliding interval in which failures are counted.");

    /** The wait before the job starts again. */
    public static final ConfigOption<Duration> RESTART_STRATEGY_FAILURE_RATE_DELAY =
            key("restart-strategy.failure-rate.delay")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(1))
                    .withDescription("The wait before the job starts again.");

    /** The first wait; no more than the longest. */
    public static final ConfigOption<Duration> RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF =
            key("restart-strategy.exponential-delay.initial-backoff")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(1))
                    .withDescription("The first wait; no more than the longest.");

    /** The longest wait. */
    public static final ConfigOption<Duration> RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF =
            key("restart-strategy.exponential-delay.max-backoff")
                    .durationType()
                    .defaultValue(Duration.ofMinutes(1))
                    .withDescription("The longest wait.");

    /** What the wait is multiplied by each time; more than 1. */
    public static final ConfigOption<Double> RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER =
            key("restart-strategy.exponential-delay.backoff-multiplier")
                    .doubleType()
                    .defaultValue(1.5)
                    .withDescription("What the wait is multiplied by each time; more than 1.");

    /** After so long without a failure the wait begins anew with the first. */
    public static final ConfigOption<Duration>
            RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD =
                    key("restart-strategy.exponential-delay.reset-backoff-threshold")
                            .durationType()
                            .defaultValue(Duration.ofHours(1))
                            .withDescription(
                                    "After so long without a failure the wait begins anew with the "
                                            + "first.");

    /** The share, 0 to 1, of the wait that is added or taken away at random. */
    public static final ConfigOption<Double> RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR =
            key("restart-strategy.exponential-delay.jitter-factor")
                    .doubleType()
                    .defaultValue(0.1)
                    .withDescription(
                            "The share, 0 to 1, of the wait that is added or taken away at "
                                    + "random.");

    /**
     * How many times the job starts again without a good time between; the next failure is its end.
     */
    public static final ConfigOption<Integer> RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS =
            key("restart-strategy.exponential-delay.attempts-before-reset-backoff")
                    .intType()
                    .defaultValue(Integer.MAX_VALUE)
                    .withDescription(
                            "How many times the job starts again without a good time between; the next failure is its end.");

    private RestartStrategyOptions() {
        throw new UnsupportedOperationException("This class holds constants only.");
    }
}
