// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.engine.job.RestartStrategy.ExponentialDelay;
import io.millrace.engine.job.RestartStrategy.FailureRate;
import io.millrace.engine.job.RestartStrategy.FixedDelay;
import io.millrace.engine.job.RestartStrategy.None;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestartStrategyTest {

    private static final ExponentialDelay USUAL =
            new ExponentialDelay(
                    Duration.ofSeconds(1),
                    Duration.ofMinutes(1),
                    1.5,
                    Duration.ofHours(1),
                    0.1,
                    Integer.MAX_VALUE);

    private static Configuration configuration(String... keysAndValues) {
        Configuration configuration = new Configuration();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configuration.setString(keysAndValues[i], keysAndValues[i + 1]);
        }
        return configuration;
    }

    private static RestartStrategy named(String name, String... more) {
        Configuration configuration = configuration(more);
        configuration.setString("restart-strategy.type", name);
        return RestartStrategy.conclude(configuration, true);
    }

    @Test
    void defaultDependsOnCheckpointing() {
        assertThat(RestartStrategy.conclude(new Configuration(), false)).isEqualTo(new None());
        assertThat(RestartStrategy.conclude(new Configuration(), true)).isEqualTo(USUAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "off", "disable", "NONE", "Off", " disable "})
    void noneHasManyNames(String name) {
        assertThat(named(name)).isEqualTo(new None());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed-delay", "fixeddelay", "Fixed-Delay", "FIXEDDELAY"})
    void fixedDelayIsReadWithItsNumbers(String name) {
        assertThat(named(name)).isEqualTo(new FixedDelay(1, Duration.ofSeconds(1)));
        assertThat(
                        named(
                                name,
                                "restart-strategy.fixed-delay.attempts",
                                "7",
                                "restart-strategy.fixed-delay.delay",
                                "20 ms"))
                .isEqualTo(new FixedDelay(7, Duration.ofMillis(20)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"failure-rate", "failurerate", "FAILURE-RATE"})
    void failureRateIsReadWithItsNumbers(String name) {
        assertThat(named(name))
                .isEqualTo(new FailureRate(1, Duration.ofMinutes(1), Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exponential-delay", "exponentialdelay", "ExponentialDelay"})
    void exponentialDelayIsReadWithItsNumbers(String name) {
        assertThat(named(name)).isEqualTo(USUAL);
        assertThat(
                        named(
                                name,
                                "restart-strategy.exponential-delay.attempts-before-reset-backoff",
                                "3"))
                .isEqualTo(
                        new ExponentialDelay(
                                USUAL.initial(), USUAL.max(), 1.5, USUAL.resetThreshold(), 0.1, 3));
    }

    @Test
    void theOldKeyIsUnderstood() {
        assertThat(RestartStrategy.conclude(configuration("restart-strategy", "none"), true))
                .isEqualTo(new None());
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> named("sometimes"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("restart-strategy.type", "'sometimes'", "failure-rate");
    }

    @ParameterizedTest
    @CsvSource({
        "fixed-delay, fixed-delay.attempts, -1",
        "failure-rate, failure-rate.max-failures-per-interval, 0",
        "failure-rate, failure-rate.failure-rate-interval, 0 ms",
        "exponential-delay, exponential-delay.initial-backoff, 0 ms",
        "exponential-delay, exponential-delay.initial-backoff, 2 min",
        "exponential-delay, exponential-delay.max-backoff, 0 ms",
        "exponential-delay, exponential-delay.backoff-multiplier, 1.0",
        "exponential-delay, exponential-delay.reset-backoff-threshold, 0 ms",
        "exponential-delay, exponential-delay.jitter-factor, 1.1",
        "exponential-delay, exponential-delay.jitter-factor, -0.1",
        "exponential-delay, exponential-delay.attempts-before-reset-backoff, 0",
    })
    void numbersOutOfRangeAreRefusedByKey(String name, String key, String value) {
        assertThatThrownBy(() -> named(name, "restart-strategy." + key, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("restart-strategy." + name);
    }

    @DisplayName("RS-3: a class with a factory method, as of old, is refused and called what it is")
    @Test
    void aClassIsNoName() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "com.example.MyStrategyFactory");

        assertThatThrownBy(() -> RestartStrategy.conclude(configuration, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "restart-strategy.type",
                        "com.example.MyStrategyFactory",
                        "fixed-delay",
                        "factory method");
    }
}
