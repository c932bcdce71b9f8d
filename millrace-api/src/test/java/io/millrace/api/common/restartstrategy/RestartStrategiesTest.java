// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.restartstrategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.RestartStrategyOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// The subject is deprecated.
@SuppressWarnings("deprecation")
class RestartStrategiesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @CsvSource({
        "none, no",
        "off, no",
        "DISABLE, no",
        "fixed-delay, fixed",
        "FixedDelay, fixed",
        "failure-rate, rate",
        "failurerate, rate",
        "exponential-delay, exponential",
        "exponentialdelay, exponential"
    })
    void rs_3_knows_strategies_by_name_in_any_case(String name, String kind) {
        Class<?> expected =
                switch (kind) {
                    case "no" -> RestartStrategies.NoRestartStrategyConfiguration.class;
                    case "fixed" -> RestartStrategies.FixedDelayRestartStrategyConfiguration.class;
                    case "rate" -> RestartStrategies.FailureRateRestartStrategyConfiguration.class;
                    default -> RestartStrategies.ExponentialDelayRestartStrategyConfiguration.class;
                };
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, name);
        assertThat(RestartStrategies.fromConfiguration(configuration).orElseThrow())
                .isInstanceOf(expected);
    }

    @Test
    void rs_3_refuses_an_unknown_name_with_the_choices() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "perhaps");
        assertThatThrownBy(() -> RestartStrategies.fromConfiguration(configuration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("restart-strategy.type")
                .hasMessageContaining("perhaps")
                .hasMessageContaining("fixed-delay");
    }

    @Test
    void says_nothing_when_nothing_is_set() {
        assertThat(RestartStrategies.fromConfiguration(new Configuration())).isEmpty();
    }

    @Test
    void takes_the_numbers_from_settings() {
        Configuration configuration = new Configuration();
        configuration.setString("restart-strategy.type", "fixed-delay");
        configuration.setString("restart-strategy.fixed-delay.attempts", "7");
        configuration.setString("restart-strategy.fixed-delay.delay", "250 ms");
        assertThat(RestartStrategies.fromConfiguration(configuration))
                .contains(RestartStrategies.fixedDelayRestart(7, 250L));
    }

    @Test
    void rs_4_accepts_the_limits_of_exponential_delay() {
        Duration least = Duration.ofMillis(1);
        assertThatCode(
                        () ->
                                RestartStrategies.exponentialDelayRestart(
                                        least, least, Math.nextUp(1.0), least, 0.0))
                .doesNotThrowAnyException();
        assertThatCode(
                        () ->
                                RestartStrategies.exponentialDelayRestart(
                                        least, least, 2.0, least, 1.0))
                .doesNotThrowAnyException();
    }

    @Test
    void rs_4_refuses_exponential_delay_out_of_range() {
        refused(Duration.ZERO, SECOND, 2, SECOND, 0.1);
        refused(SECOND, Duration.ZERO, 2, SECOND, 0.1);
        refused(SECOND.multipliedBy(2), SECOND, 2, SECOND, 0.1);
        refused(SECOND, SECOND, 1.0, SECOND, 0.1);
        refused(SECOND, SECOND, Double.NaN, SECOND, 0.1);
        refused(SECOND, SECOND, 2, Duration.ZERO, 0.1);
        refused(SECOND, SECOND, 2, SECOND, -0.1);
        refused(SECOND, SECOND, 2, SECOND, 1.1);
        refused(SECOND, SECOND, 2, SECOND, Double.NaN);
    }

    private static void refused(
            Duration initial, Duration max, double multiplier, Duration reset, double jitter) {
        assertThatThrownBy(
                        () ->
                                RestartStrategies.exponentialDelayRestart(
                                        initial, max, multiplier, reset, jitter))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refuses_fixed_delay_and_failure_rate_out_of_range() {
        assertThatThrownBy(() -> RestartStrategies.fixedDelayRestart(-1, 0L))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RestartStrategies.fixedDelayRestart(1, -1L))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RestartStrategies.failureRateRestart(0, SECOND, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(RestartStrategies.fixedDelayRestart(0, 0L).getDescription())
                .contains("#0 restart attempts");
    }
}
