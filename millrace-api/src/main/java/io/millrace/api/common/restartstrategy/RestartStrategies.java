// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.restartstrategy;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.time.Time;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ReadableConfig;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.spi.SettingRange;
import java.io.Serializable;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The choice of restart strategy: whether and when a failed job starts again. Newer programs make
 * it with the options of {@link RestartStrategyOptions}. Counts and lengths out of range are
 * refused here.
 *
 * @deprecated use {@link RestartStrategyOptions}
 */
@Deprecated
@PublicEvolving
public class RestartStrategies {

    /** The first failure is the end of the job. */
    public static RestartStrategyConfiguration noRestart() {
        return new NoRestartStrategyConfiguration();
    }

    /** Whatever is set outside the program. */
    public static RestartStrategyConfiguration fallBackRestart() {
        return new FallbackRestartStrategyConfiguration();
    }

    /**
     * Again and again, after the same wait.
     *
     * @param restartAttempts how many times, 0 or more
     * @param delayBetweenAttempts the wait, in milliseconds, 0 or more
     */
    public static RestartStrategyConfiguration fixedDelayRestart(
            int restartAttempts, long delayBetweenAttempts) {
        return fixedDelayRestart(restartAttempts, Duration.ofMillis(delayBetweenAttempts));
    }

    /**
     * Again and again, after the same wait.
     *
     * @param restartAttempts how many times, 0 or more
     * @param delayInterval the wait, 0 or more
     * @deprecated use {@link #fixedDelayRestart(int, Duration)}
     */
    @Deprecated
    public static RestartStrategyConfiguration fixedDelayRestart(
            int restartAttempts, Time delayInterval) {
        return fixedDelayRestart(restartAttempts, Time.toDuration(delayInterval));
    }

    /**
     * Again and again, after the same wait.
     *
     * @param restartAttempts how many times, 0 or more
     * @param delayInterval the wait, 0 or more
     */
    public static RestartStrategyConfiguration fixedDelayRestart(
            int restartAttempts, Duration delayInterval) {
        return new FixedDelayRestartStrategyConfiguration(restartAttempts, delayInterval);
    }

    /**
     * As long as there are not too many failures within some time.
     *
     * @param failureRate how many are tolerated, more than 0
     * @param failureInterval within what time, more than 0
     * @param delayInterval the wait, 0 or more
     * @deprecated use {@link #failureRateRestart(int, Duration, Duration)}
     */
    @Deprecated
    public static FailureRateRestartStrategyConfiguration failureRateRestart(
            int failureRate, Time failureInterval, Time delayInterval) {
        return new FailureRateRestartStrategyConfiguration(
                failureRate, failureInterval, delayInterval);
    }

    /**
     * As long as there are not too many failures within some time.
     *
     * @param failureRate how many are tolerated, more than 0
     * @param failureInterval within what time, more than 0
     * @param delayInterval the wait, 0 or more
     */
    public static FailureRateRestartStrategyConfiguration failureRateRestart(
            int failureRate, Duration failureInterval, Duration delayInterval) {
        return new FailureRateRestartStrategyConfiguration(
                failureRate, failureInterval, delayInterval);
    }

    /**
     * For ever, after waits that grow.
     *
     * @param initialBackoff the first wait, at least 1 ms
     * @param maxBackoff the longest wait, not below the first
     * @param backoffMultiplier what it is multiplied by each time, more than 1
     * @param resetBackoffThreshold after so long without a failure it begins anew; at least 1 ms
     * @param jitterFactor the share, 0 to 1, that is added or taken away at random
     * @deprecated use {@link #exponentialDelayRestart(Duration, Duration, double, Duration,
     *     double)}
     */
    @Deprecated
    public static ExponentialDelayRestartStrategyConfiguration exponentialDelayRestart(
            Time initialBackoff,
            Time maxBackoff,
            double backoffMultiplier,
            Time resetBackoffThreshold,
            double jitterFactor) {
        return new ExponentialDelayRestartStrategyConfiguration(
                initialBackoff, maxBackoff, backoffMultiplier, resetBackoffThreshold, jitterFactor);
    }

    /**
     * For ever, after waits that grow.
     *
     * @param initialBackoff the first wait, at least 1 ms
     * @param maxBackoff the longest wait, not below the first
     * @param backoffMultiplier what it is multiplied by each time, more than 1
     * @param resetBackoffThreshold after so long without a failure it begins anew; at least 1 ms
     * @param jitterFactor the share, 0 to 1, that is added or taken away at random
     */
    public static ExponentialDelayRestartStrategyConfiguration exponentialDelayRestart(
            Duration initialBackoff,
            Duration maxBackoff,
            double backoffMultiplier,
            Duration resetBackoffThreshold,
            double jitterFactor) {
        return new ExponentialDelayRestartStrategyConfiguration(
                initialBackoff, maxBackoff, backoffMultiplier, resetBackoffThreshold, jitterFactor);
    }

    /**
     * The choice made by settings; empty if none is.
     *
     * @throws IllegalArgumentException when the strategy is unknown or its settings are out of
     *     range
     */
    public static Optional<RestartStrategyConfiguration> fromConfiguration(
            ReadableConfig configuration) {
        return configuration
                .getOptional(RestartStrategyOptions.RESTART_STRATEGY)
                .map(name -> parse(name, configuration));
    }

    private static RestartStrategyConfiguration parse(String name, ReadableConfig configuration) {
        return switch (name.trim().toLowerCase(Locale.ROOT)) {
            case "none", "off", "disable" -> noRestart();
            case "fixed-delay", "fixeddelay" ->
                    fixedDelayRestart(
                            configuration.get(
                                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS),
                            configuration.get(
                                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY));
            case "failure-rate", "failurerate" ->
                    failureRateRestart(
                            configuration.get(
                                    RestartStrategyOptions
                                            .RESTART_STRATEGY_FAILURE_RATE_MAX_FAILURES_PER_INTERVAL),
                            configuration.get(
                                    RestartStrategyOptions
                                            .RESTART_STRATEGY_FAILURE_RATE_FAILURE_RATE_INTERVAL),
                            configuration.get(
                                    RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_DELAY));
            case "exponential-delay", "exponentialdelay" ->
                    exponentialDelayRestart(
                            configuration.get(
                                    RestartStrategyOptions
                                            .RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF),
                            configuration.get(
                                    RestartStrategyOptions
                                            .RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF),
                            configuration.get(
                                    RestartStrategyOptions
                                            .RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER),
                            configuration.get(
                                    RestartStrategyOptions
                                            .RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD),
                            configuration.get(
                                    RestartStrategyOptions
                                            .RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR));
            default ->
                    throw new IllegalArgumentException(
                            "The setting '"
                                    + RestartStrategyOptions.RESTART_STRATEGY.key()
                                    + "' has the value '"
                                    + name
                                    + "', which is not a restart strategy. Accepted is one of"
                                    + " none, fixed-delay, failure-rate, exponential-delay."
                                    + (name.indexOf('.') < 0
                                            ? ""
                                            : " A class with a factory method, which Flink understood"
                                                    + " long ago, is none of them."));
        };
    }

    private static Duration atLeast(Duration least, ConfigOption<?> option, Duration given) {
        checkNotNull(given, "The length of time for %s is null.", option.key());
        SettingRange.requireAtLeast(least, option, given);
        return given;
    }

    /** Any restart strategy. */
    public abstract static class RestartStrategyConfiguration implements Serializable {

        private static final long serialVersionUID = 6285853591578313960L;

        private RestartStrategyConfiguration() {}

        /** What it does, for people. */
        public abstract String getDescription();

        @Override
        public String toString() {
            return getDescription();
        }
    }

    /** The first failure is the end of the job. */
    public static final class NoRestartStrategyConfiguration extends RestartStrategyConfiguration {

        private static final long serialVersionUID = -5894362702943349962L;

        /** There is nothing to set. */
        public NoRestartStrategyConfiguration() {}

        @Override
        public String getDescription() {
            return "Restart deactivated.";
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof NoRestartStrategyConfiguration;
        }

        @Override
        public int hashCode() {
            return NoRestartStrategyConfiguration.class.hashCode();
        }
    }

    /** Again and again, after the same wait. */
    public static final class FixedDelayRestartStrategyConfiguration
            extends RestartStrategyConfiguration {

        private static final long serialVersionUID = 4149870149673363190L;

        private final int restartAttempts;
        private final Duration delayBetweenAttemptsInterval;

        FixedDelayRestartStrategyConfiguration(
                int restartAttempts, Duration delayBetweenAttemptsInterval) {
            SettingRange.require(
                    restartAttempts >= 0,
                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS,
                    "0 or more",
                    restartAttempts);
            this.restartAttempts = restartAttempts;
            this.delayBetweenAttemptsInterval =
                    atLeast(
                            Duration.ZERO,
                            RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY,
                            delayBetweenAttemptsInterval);
        }

        /** How many times. */
        public int getRestartAttempts() {
            return restartAttempts;
        }

        /**
         * The wait.
         *
         * @deprecated use {@link #getDurationBetweenAttempts}
         */
        @Deprecated
        public Time getDelayBetweenAttemptsInterval() {
            return Time.fromDuration(getDurationBetweenAttempts());
        }

        /** The wait. */
        public Duration getDurationBetweenAttempts() {
            return delayBetweenAttemptsInterval;
        }

        @Override
        public int hashCode() {
            return Objects.hash(restartAttempts, delayBetweenAttemptsInterval);
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof FixedDelayRestartStrategyConfiguration other
                    && restartAttempts == other.restartAttempts
                    && delayBetweenAttemptsInterval.equals(other.delayBetweenAttemptsInterval);
        }

        @Override
        public String getDescription() {
            return String.format(
                    Locale.ROOT,
                    "Restart with fixed delay (%s). #%d restart attempts.",
                    delayBetweenAttemptsInterval,
                    restartAttempts);
        }
    }

    /** For ever, after waits that grow. */
    public static final class ExponentialDelayRestartStrategyConfiguration
            extends RestartStrategyConfiguration {

        private static final long serialVersionUID = 1467941615941965194L;

        private final Duration initialBackoff;
        private final Duration maxBackoff;
        private final double backoffMultiplier;
        private final Duration resetBackoffThreshold;
        private final double jitterFactor;

        /**
         * As {@link RestartStrategies#exponentialDelayRestart(Duration, Duration, double, Duration,
         * double)}.
         *
         * @deprecated use lengths of the newer type
         */
        @Deprecated
        public ExponentialDelayRestartStrategyConfiguration(
                Time initialBackoff,
                Time maxBackoff,
                double backoffMultiplier,
                Time resetBackoffThreshold,
                double jitterFactor) {
            this(
                    Time.toDuration(initialBackoff),
                    Time.toDuration(maxBackoff),
                    backoffMultiplier,
                    Time.toDuration(resetBackoffThreshold),
                    jitterFactor);
        }

        /**
         * As {@link RestartStrategies#exponentialDelayRestart(Duration, Duration, double, Duration,
         * double)}.
         */
        public ExponentialDelayRestartStrategyConfiguration(
                Duration initialBackoff,
                Duration maxBackoff,
                double backoffMultiplier,
                Duration resetBackoffThreshold,
                double jitterFactor) {
            Duration least = Duration.ofMillis(1);
            this.initialBackoff =
                    atLeast(
                            least,
                            RestartStrategyOptions
                                    .RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
                            initialBackoff);
            this.maxBackoff =
                    atLeast(
                            least,
                            RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
                            maxBackoff);
            SettingRange.require(
                    initialBackoff.compareTo(maxBackoff) <= 0,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
                    "no more than restart-strategy.exponential-delay.max-backoff, which is "
                            + maxBackoff.toMillis()
                            + " ms",
                    initialBackoff);
            // A NaN is neither more than 1 nor between 0 and 1, so both tests refuse it.
            SettingRange.require(
                    backoffMultiplier > 1.0,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER,
                    "more than 1",
                    backoffMultiplier);
            this.backoffMultiplier = backoffMultiplier;
            this.resetBackoffThreshold =
                    atLeast(
                            least,
                            RestartStrategyOptions
                                    .RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
                            resetBackoffThreshold);
            SettingRange.require(
                    0.0 <= jitterFactor && jitterFactor <= 1.0,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR,
                    "0 to 1",
                    jitterFactor);
            this.jitterFactor = jitterFactor;
        }

        /**
         * The first wait.
         *
         * @deprecated use {@link #getInitialBackoffDuration}
         */
        @Deprecated
        public Time getInitialBackoff() {
            return Time.fromDuration(initialBackoff);
        }

        /** The first wait. */
        public Duration getInitialBackoffDuration() {
            return initialBackoff;
        }

        /**
         * The longest wait.
         *
         * @deprecated use {@link #getMaxBackoffDuration}
         */
        @Deprecated
        public Time getMaxBackoff() {
            return Time.fromDuration(maxBackoff);
        }

        /** The longest wait. */
        public Duration getMaxBackoffDuration() {
            return maxBackoff;
        }

        /** What the wait is multiplied by each time. */
        public double getBackoffMultiplier() {
            return backoffMultiplier;
        }

        /**
         * After so long without a failure the wait begins anew.
         *
         * @deprecated use {@link #getResetBackoffDurationThreshold}
         */
        @Deprecated
        public Time getResetBackoffThreshold() {
            return Time.fromDuration(resetBackoffThreshold);
        }

        /** After so long without a failure the wait begins anew. */
        public Duration getResetBackoffDurationThreshold() {
            return resetBackoffThreshold;
        }

        /** The share that is added or taken away at random. */
        public double getJitterFactor() {
            return jitterFactor;
        }

        @Override
        public String getDescription() {
            return String.format(
                    Locale.ROOT,
                    "Restart with exponential delay: starting at %s, increasing by %f, with "
                            + "maximum %s."
                            + " Delay resets after %s with jitter %f",
                    initialBackoff,
                    backoffMultiplier,
                    maxBackoff,
                    resetBackoffThreshold,
                    jitterFactor);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof ExponentialDelayRestartStrategyConfiguration other
                    && Double.compare(backoffMultiplier, other.backoffMultiplier) == 0
                    && Double.compare(jitterFactor, other.jitterFactor) == 0
                    && initialBackoff.equals(other.initialBackoff)
                    && maxBackoff.equals(other.maxBackoff)
                    && resetBackoffThreshold.equals(other.resetBackoffThreshold);
        }

        @Override
        public int hashCode() {
            return Objects.hash(
                    initialBackoff,
                    maxBackoff,
                    backoffMultiplier,
                    resetBackoffThreshold,
                    jitterFactor);
        }
    }

    /** As long as there are not too many failures within some time. */
    public static final class FailureRateRestartStrategyConfiguration
            extends RestartStrategyConfiguration {

        private static final long serialVersionUID = 1195028697539661739L;

        private final int maxFailureRate;
        private final Duration failureInterval;
        private final Duration delayBetweenAttemptsInterval;

        /**
         * As {@link RestartStrategies#failureRateRestart(int, Duration, Duration)}.
         *
         * @deprecated use lengths of the newer type
         */
        @Deprecated
        public FailureRateRestartStrategyConfiguration(
                int maxFailureRate, Time failureInterval, Time delayBetweenAttemptsInterval) {
            this(
                    maxFailureRate,
                    Time.toDuration(failureInterval),
                    Time.toDuration(delayBetweenAttemptsInterval));
        }

        /** As {@link RestartStrategies#failureRateRestart(int, Duration, Duration)}. */
        public FailureRateRestartStrategyConfiguration(
                int maxFailureRate,
                Duration failureInterval,
                Duration delayBetweenAttemptsInterval) {
            SettingRange.require(
                    maxFailureRate > 0,
                    RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_MAX_FAILURES_PER_INTERVAL,
                    "1 or more",
                    maxFailureRate);
            this.maxFailureRate = maxFailureRate;
            this.failureInterval =
                    atLeast(
                            Duration.ofMillis(1),
                            RestartStrategyOptions
                                    .RESTART_STRATEGY_FAILURE_RATE_FAILURE_RATE_INTERVAL,
                            failureInterval);
            this.delayBetweenAttemptsInterval =
                    atLeast(
                            Duration.ZERO,
                            RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_DELAY,
                            delayBetweenAttemptsInterval);
        }

        /** How many failures are tolerated. */
        public int getMaxFailureRate() {
            return maxFailureRate;
        }

        /**
         * Within what time.
         *
         * @deprecated use {@link #getFailureIntervalDuration}
         */
        @Deprecated
        public Time getFailureInterval() {
            return Time.fromDuration(failureInterval);
        }

        /** Within what time. */
        public Duration getFailureIntervalDuration() {
            return failureInterval;
        }

        /**
         * The wait.
         *
         * @deprecated use {@link #getDurationBetweenAttempts}
         */
        @Deprecated
        public Time getDelayBetweenAttemptsInterval() {
            return Time.fromDuration(delayBetweenAttemptsInterval);
        }

        /** The wait. */
        public Duration getDurationBetweenAttempts() {
            return delayBetweenAttemptsInterval;
        }

        @Override
        public String getDescription() {
            return String.format(
                    Locale.ROOT,
                    "Failure rate restart with maximum of %d failures within interval %s and fixed"
                            + " delay %s.",
                    maxFailureRate,
                    failureInterval,
                    delayBetweenAttemptsInterval);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof FailureRateRestartStrategyConfiguration other
                    && maxFailureRate == other.maxFailureRate
                    && failureInterval.equals(other.failureInterval)
                    && delayBetweenAttemptsInterval.equals(other.delayBetweenAttemptsInterval);
        }

        @Override
        public int hashCode() {
            return Objects.hash(maxFailureRate, failureInterval, delayBetweenAttemptsInterval);
        }
    }

    /** Whatever is set outside the program. */
    public static final class FallbackRestartStrategyConfiguration
            extends RestartStrategyConfiguration {

        private static final long serialVersionUID = -4441787204284085544L;

        /** There is nothing to set. */
        public FallbackRestartStrategyConfiguration() {}

        @Override
        public String getDescription() {
            return "Cluster level default restart strategy";
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof FallbackRestartStrategyConfiguration;
        }

        @Override
        public int hashCode() {
            return FallbackRestartStrategyConfiguration.class.hashCode();
        }
    }
}
