// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_DELAY;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_FAILURE_RATE_INTERVAL;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_MAX_FAILURES_PER_INTERVAL;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS;
import static io.millrace.configuration.RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.configuration.Configuration;
import java.time.Duration;

/**
 * Says a restart strategy that a program gave as an object under its keys, the one form the engine
 * reads.
 */
final class RestartKeys {

    private RestartKeys() {}

    @SuppressWarnings("deprecation") // the objects are the older form of the keys
    static void write(ExecutionConfig config, Configuration into) {
        RestartStrategies.RestartStrategyConfiguration strategy = config.getRestartStrategy();
        if (strategy == null
                || strategy instanceof RestartStrategies.FallbackRestartStrategyConfiguration) {
            return;
        }
        if (RestartStrategies.fromConfiguration(into).filter(strategy::equals).isPresent()) {
            return; // it was read from there, and the keys say more than the object can
        }
        if (strategy instanceof RestartStrategies.NoRestartStrategyConfiguration) {
            into.set(RESTART_STRATEGY, "none");
        } else if (strategy
                instanceof RestartStrategies.FixedDelayRestartStrategyConfiguration fixed) {
            fixedDelay(into, fixed.getRestartAttempts(), fixed.getDurationBetweenAttempts());
        } else if (strategy
                instanceof RestartStrategies.FailureRateRestartStrategyConfiguration rate) {
            into.set(RESTART_STRATEGY, "failure-rate");
            into.set(
                    RESTART_STRATEGY_FAILURE_RATE_MAX_FAILURES_PER_INTERVAL,
                    rate.getMaxFailureRate());
            into.set(
                    RESTART_STRATEGY_FAILURE_RATE_FAILURE_RATE_INTERVAL,
                    rate.getFailureIntervalDuration());
            into.set(RESTART_STRATEGY_FAILURE_RATE_DELAY, rate.getDurationBetweenAttempts());
        } else if (strategy
                instanceof
                RestartStrategies.ExponentialDelayRestartStrategyConfiguration exponential) {
            into.set(RESTART_STRATEGY, "exponential-delay");
            into.set(
                    RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
                    exponential.getInitialBackoffDuration());
            into.set(
                    RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
                    exponential.getMaxBackoffDuration());
            into.set(
                    RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER,
                    exponential.getBackoffMultiplier());
            into.set(
                    RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
                    exponential.getResetBackoffDurationThreshold());
            into.set(
                    RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR,
                    exponential.getJitterFactor());
            // The object has no number of attempts, so none of the settings may limit it.
            into.removeConfig(RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS);
        } else {
            throw new IllegalArgumentException(
                    "The restart strategy "
                            + strategy.getDescription()
                            + " of class "
                            + strategy.getClass().getName()
                            + " is none of those in RestartStrategies.");
        }
    }

    private static void fixedDelay(Configuration into, int attempts, Duration delay) {
        into.set(RESTART_STRATEGY, "fixed-delay");
        into.set(RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, attempts);
        into.set(RESTART_STRATEGY_FIXED_DELAY_DELAY, delay);
    }
}
