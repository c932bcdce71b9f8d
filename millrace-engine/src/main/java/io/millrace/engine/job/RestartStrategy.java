// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.configuration.ReadableConfig;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.spi.SettingRange;
import java.time.Duration;
import java.util.Locale;

/**
 * Which restart strategy a job has, with its numbers checked: a choice, while {@link RestartPolicy}
 * decides by it.
 */
public sealed interface RestartStrategy {

    /** The strategy's name and numbers, for people. */
    String describe();

    /** The first failure is the last. */
    record None() implements RestartStrategy {
        @Override
        public String describe() {
            return "no restart strategy";
        }
    }

    /**
     * A number of restarts, each after the same delay; the number is for the job's whole life.
     *
     * @param attempts how many restarts are granted; 0 or more
     * @param delay before each; 0 or more
     */
    record FixedDelay(int attempts, Duration delay) implements RestartStrategy {
        public FixedDelay {
            SettingRange.require(
                    attempts >= 0,
                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS,
                    "0 or more",
                    attempts);
            SettingRange.require(
                    !delay.isNegative(),
                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY,
                    "0 or more",
                    delay);
        }

        @Override
        public String describe() {
            return "fixed-delay restart strategy (attempts = "
                    + attempts
                    + ", delay = "
                    + ms(delay)
                    + ")";
        }
    }

    /**
     * Restarts as long as failures are rare.
     *
     * @param maxFailures how many failures within an interval are borne; 1 or more
     * @param interval length of the sliding interval; more than 0
     * @param delay before each restart; 0 or more
     */
    record FailureRate(int maxFailures, Duration interval, Duration delay)
            implements RestartStrategy {
        public FailureRate {
            SettingRange.require(
                    maxFailures >= 1,
                    RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_MAX_FAILURES_PER_INTERVAL,
                    "1 or more",
                    maxFailures);
            SettingRange.require(
                    isAtLeastOneMs(interval),
                    RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_FAILURE_RATE_INTERVAL,
                    "1 ms or more",
                    interval);
            SettingRange.require(
                    !delay.isNegative(),
                    RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_DELAY,
                    "0 or more",
                    delay);
        }

        @Override
        public String describe() {
            return "failure-rate restart strategy (max-failures-per-interval = "
                    + maxFailures
                    + ", failure-rate-interval = "
                    + ms(interval)
                    + ", delay = "
                    + ms(delay)
                    + ")";
        }
    }

    /**
     * Restarts after a delay that grows with each failure, and begins anew after a long enough good
     * time.
     *
     * @param initial the first delay; at least 1 ms and at most {@code max}
     * @param max the longest delay; at least 1 ms
     * @param multiplier by how much it grows; more than 1
     * @param resetThreshold how long after a planned restart a failure is a new story; at least 1
     *     ms
     * @param jitter which part of a delay is left to chance, up and down; 0 to 1
     * @param attempts how many restarts are granted before a reset; 1 or more
     */
    record ExponentialDelay(
            Duration initial,
            Duration max,
            double multiplier,
            Duration resetThreshold,
            double jitter,
            int attempts)
            implements RestartStrategy {
        public ExponentialDelay {
            SettingRange.require(
                    isAtLeastOneMs(initial),
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
                    "1 ms or more",
                    initial);
            SettingRange.require(
                    isAtLeastOneMs(max),
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
                    "1 ms or more",
                    max);
            SettingRange.require(
                    initial.compareTo(max) <= 0,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
                    "no more than the max-backoff of " + ms(max),
                    initial);
            SettingRange.require(
                    multiplier > 1,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER,
                    "more than 1",
                    multiplier);
            SettingRange.require(
                    isAtLeastOneMs(resetThreshold),
                    RestartStrategyOptions
                            .RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
                    "1 ms or more",
                    resetThreshold);
            SettingRange.require(
                    jitter >= 0 && jitter <= 1,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR,
                    "0 to 1",
                    jitter);
            SettingRange.require(
                    attempts >= 1,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS,
                    "1 or more",
                    attempts);
        }

        @Override
        public String describe() {
            return "exponential-delay restart strategy (initial-backoff = "
                    + ms(initial)
                    + ", max-backoff = "
                    + ms(max)
                    + ", backoff-multiplier = "
                    + multiplier
                    + ", reset-backoff-threshold = "
                    + ms(resetThreshold)
                    + ", jitter-factor = "
                    + jitter
                    + ", attempts-before-reset-backoff = "
                    + (attempts == Integer.MAX_VALUE ? "unlimited" : attempts)
                    + ")";
        }
    }

    /**
     * The strategy a job gets: what the configuration names (a program's calls arrive there too),
     * else by whether it takes checkpoints: without them none, with them exponential delay.
     *
     * @param checkpointing whether the job takes periodic checkpoints
     * @throws IllegalArgumentException if the name is unknown or a number out of range; names the
     *     key
     */
    static RestartStrategy conclude(ReadableConfig configuration, boolean checkpointing) {
        String name = configuration.get(RestartStrategyOptions.RESTART_STRATEGY);
        if (name == null) {
            return checkpointing ? exponentialDelay(configuration) : new None();
        }
        return switch (name.trim().toLowerCase(Locale.ROOT)) {
            case "none", "off", "disable" -> new None();
            case "fixed-delay", "fixeddelay" ->
                    new FixedDelay(
                            configuration.get(
                                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS),
                            configuration.get(
                                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY));
            case "failure-rate", "failurerate" ->
                    new FailureRate(
                            configuration.get(
                                    RestartStrategyOptions
                                            .RESTART_STRATEGY_FAILURE_RATE_MAX_FAILURES_PER_INTERVAL),
                            configuration.get(
                                    RestartStrategyOptions
                                            .RESTART_STRATEGY_FAILURE_RATE_FAILURE_RATE_INTERVAL),
                            configuration.get(
                                    RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_DELAY));
            case "exponential-delay", "exponentialdelay" -> exponentialDelay(configuration);
            default ->
                    throw new IllegalArgumentException(
                            RestartStrategyOptions.RESTART_STRATEGY.key()
                                    + " = '"
                                    + name
                                    + "' names no restart strategy; there are none (off, disable),"
                                    + " fixed-delay, failure-rate and exponential-delay"
                                    + (name.indexOf('.') < 0
                                            ? ""
                                            : ". A class with a factory method, which Flink"
                                                    + " understood long ago, is none of them"));
        };
    }

    /**
     * The strategy's name, which is also the part of its keys that follows "restart-strategy.";
     * null for none.
     */
    default String keyword() {
        return this instanceof FixedDelay
                ? "fixed-delay"
                : this instanceof FailureRate
                        ? "failure-rate"
                        : this instanceof ExponentialDelay ? "exponential-delay" : null;
    }

    private static RestartStrategy exponentialDelay(ReadableConfig configuration) {
        return new ExponentialDelay(
                configuration.get(
                        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF),
                configuration.get(
                        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF),
                configuration.get(
                        RestartStrategyOptions
                                .RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER),
                configuration.get(
                        RestartStrategyOptions
                                .RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD),
                configuration.get(
                        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR),
                configuration.get(
                        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS));
    }

    private static boolean isAtLeastOneMs(Duration duration) {
        return !duration.isNegative() && duration.compareTo(Duration.ofMillis(1)) >= 0;
    }

    private static String ms(Duration duration) {
        return duration.toMillis() + " ms";
    }
}
