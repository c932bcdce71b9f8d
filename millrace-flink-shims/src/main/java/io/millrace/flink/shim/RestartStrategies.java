// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;

/** Restart strategies as objects; they are settings now, and each of these knows its own. */
public final class RestartStrategies {

    private RestartStrategies() {}

    public static RestartStrategyConfiguration noRestart() {
        return new NoRestartStrategyConfiguration(named("none"));
    }

    /** What the cluster's own settings say. */
    public static RestartStrategyConfiguration fallBackRestart() {
        return new FallbackRestartStrategyConfiguration(new Configuration());
    }

    public static RestartStrategyConfiguration fixedDelayRestart(int attempts, long delay) {
        return fixedDelayRestart(attempts, Duration.ofMillis(delay));
    }

    public static RestartStrategyConfiguration fixedDelayRestart(int attempts, Duration delay) {
        Configuration settings = named("fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, attempts);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, delay);
        return new FixedDelayRestartStrategyConfiguration(settings);
    }

    public static FailureRateRestartStrategyConfiguration failureRateRestart(
            int failures, Duration interval, Duration delay) {
        Configuration settings = named("failure-rate");
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_MAX_FAILURES_PER_INTERVAL,
                failures);
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_FAILURE_RATE_INTERVAL,
                interval);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_DELAY, delay);
        return new FailureRateRestartStrategyConfiguration(settings);
    }

    public static ExponentialDelayRestartStrategyConfiguration exponentialDelayRestart(
            Duration initial, Duration most, double multiplier, Duration reset, double jitter) {
        Configuration settings = named("exponential-delay");
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, initial);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, most);
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER,
                multiplier);
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
                reset);
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR, jitter);
        return new ExponentialDelayRestartStrategyConfiguration(settings);
    }

    private static Configuration named(String strategy) {
        Configuration settings = new Configuration();
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, strategy);
        return settings;
    }

    /** Any of them. */
    public abstract static class RestartStrategyConfiguration implements Serializable {
        @Serial private static final long serialVersionUID = 1L;

        private final Configuration settings;

        RestartStrategyConfiguration(Configuration settings) {
            this.settings = settings;
        }

        Configuration settings() {
            return settings;
        }

        public String getDescription() {
            return settings.toString();
        }
    }

    public static final class NoRestartStrategyConfiguration extends RestartStrategyConfiguration {
        @Serial private static final long serialVersionUID = 1L;

        NoRestartStrategyConfiguration(Configuration settings) {
            super(settings);
        }
    }

    public static final class FallbackRestartStrategyConfiguration
            extends RestartStrategyConfiguration {
        @Serial private static final long serialVersionUID = 1L;

        FallbackRestartStrategyConfiguration(Configuration settings) {
            super(settings);
        }
    }

    public static final class FixedDelayRestartStrategyConfiguration
            extends RestartStrategyConfiguration {
        @Serial private static final long serialVersionUID = 1L;

        FixedDelayRestartStrategyConfiguration(Configuration settings) {
            super(settings);
        }
    }

    public static final class FailureRateRestartStrategyConfiguration
            extends RestartStrategyConfiguration {
        @Serial private static final long serialVersionUID = 1L;

        FailureRateRestartStrategyConfiguration(Configuration settings) {
            super(settings);
        }
    }

    public static final class ExponentialDelayRestartStrategyConfiguration
            extends RestartStrategyConfiguration {
        @Serial private static final long serialVersionUID = 1L;

        ExponentialDelayRestartStrategyConfiguration(Configuration settings) {
            super(settings);
        }
    }
}
