// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.RestartDecision.Fail;
import io.millrace.engine.job.RestartDecision.Restart;
import io.millrace.engine.job.RestartStrategy.ExponentialDelay;
import io.millrace.engine.job.RestartStrategy.FailureRate;
import io.millrace.engine.job.RestartStrategy.FixedDelay;
import io.millrace.engine.job.RestartStrategy.None;
import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestartPolicyTest {

    private static final Throwable FAILURE = new IOException("broken");

    private static RestartPolicy policy(RestartStrategy strategy) {
        return new RestartPolicy(strategy, () -> 0.5);
    }

    private static ExponentialDelay exponential(
            long initialMs, double multiplier, double jitter, int attempts) {
        return new ExponentialDelay(
                Duration.ofMillis(initialMs),
                Duration.ofMinutes(1),
                multiplier,
                Duration.ofHours(1),
                jitter,
                attempts);
    }

    private static String reason(RestartDecision decision) {
        assertThat(decision).isInstanceOf(Fail.class);
        return ((Fail) decision).reason();
    }

    @Test
    void withoutAStrategyTheFirstFailureIsTheLast() {
        assertThat(reason(policy(new None()).onFailure(FAILURE, 0)))
                .contains("no restart strategy", "restart-strategy.type");
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "3"})
    void fixedDelayGrantsExactlyItsAttempts(int attempts) {
        RestartPolicy policy = policy(new FixedDelay(attempts, Duration.ofMillis(70)));
        for (int restart = 1; restart <= attempts; restart++) {
            // Not even an age without a failure gives an attempt back.
            assertThat(policy.onFailure(FAILURE, restart * 10_000_000L))
                    .isEqualTo(new Restart(70, restart));
        }
        assertThat(reason(policy.onFailure(FAILURE, 1_000_000_000L)))
                .contains(
                        "fixed-delay restart strategy (attempts = " + attempts + ", delay = 70 ms)",
                        "failure " + (attempts + 1));
    }

    @DisplayName("RS-5: whatever the wait, a job that fails on and on is no hot loop")
    @Test
    void noStrategyIsAHotLoop() {
        List<RestartStrategy> strategies =
                List.of(
                        new FixedDelay(Integer.MAX_VALUE, Duration.ZERO),
                        new FailureRate(Integer.MAX_VALUE, Duration.ofHours(1), Duration.ZERO),
                        new ExponentialDelay(
                                Duration.ofMillis(1),
                                Duration.ofMillis(1),
                                2,
                                Duration.ofHours(1),
                                0,
                                Integer.MAX_VALUE));
        for (RestartStrategy strategy : strategies) {
            RestartPolicy policy = policy(strategy);
            long nowMs = 0;
            int restarts = 0;
            while (nowMs < 10_000) {
                Restart restart = (Restart) policy.onFailure(FAILURE, nowMs);
                policy.attemptBegins();
                if (restart.restart() <= RestartPolicy.AT_ONCE) {
                    assertThat(restart.delayMs()).as(strategy.describe()).isLessThan(2);
                }
                nowMs += restart.delayMs(); // and fails at once
                restarts++;
            }
            assertThat(restarts)
                    .as(strategy.describe())
                    .isBetween(100, RestartPolicy.AT_ONCE + 100);
        }
    }

    @Test
    void aJobThatFailsNowAndThenWaitsNoLongerThanItsStrategySays() {
        RestartPolicy policy = policy(new FixedDelay(Integer.MAX_VALUE, Duration.ZERO));
        for (int restart = 1; restart < 50; restart++) {
            assertThat(policy.onFailure(FAILURE, restart * 1000L))
                    .isEqualTo(new Restart(0, restart));
        }
    }

    @DisplayName("M17: the log can tell how many restarts there were, and how many there may be")
    @Test
    void whichRestartItIsCanBeTold() {
        RestartPolicy fixed = policy(new FixedDelay(10, Duration.ZERO));
        fixed.onFailure(FAILURE, 0);
        fixed.onFailure(FAILURE, 1);
        assertThat(fixed.describeRestart()).isEqualTo("restart 2 of 10");

        RestartPolicy endless = policy(new FixedDelay(Integer.MAX_VALUE, Duration.ZERO));
        endless.onFailure(FAILURE, 0);
        assertThat(endless.describeRestart()).isEqualTo("restart 1");

        RestartPolicy rate =
                policy(new FailureRate(3, Duration.ofSeconds(10), Duration.ofMillis(5)));
        rate.onFailure(FAILURE, 0);
        rate.onFailure(FAILURE, 20_000);
        rate.onFailure(FAILURE, 21_000);
        assertThat(rate.describeRestart())
                .isEqualTo("restart 3 (2 of the 3 failures that may fall within 10 s)");

        RestartPolicy growing = policy(exponential(1000, 2, 0, 5));
        growing.onFailure(FAILURE, 0);
        growing.onFailure(FAILURE, 2000);
        assertThat(growing.describeRestart()).isEqualTo("restart 2 of 5");
        growing.onFailure(FAILURE, 4000 + Duration.ofHours(1).toMillis());
        assertThat(growing.describeRestart())
                .isEqualTo("restart 1 of 5 since the last good time (3 in all)");
    }

    @Test
    void failureRateFailsWhenOneMoreThanItsNumberFallsIntoTheInterval() {
        RestartPolicy policy =
                policy(new FailureRate(2, Duration.ofMillis(100), Duration.ofMillis(5)));
        assertThat(policy.onFailure(FAILURE, 0)).isEqualTo(new Restart(5, 1));
        assertThat(policy.onFailure(FAILURE, 50)).isEqualTo(new Restart(5, 2));
        assertThat(policy.onFailure(FAILURE, 101)).isEqualTo(new Restart(5, 3));
        assertThat(policy.onFailure(FAILURE, 300)).isEqualTo(new Restart(5, 4));
        assertThat(policy.onFailure(FAILURE, 350)).isEqualTo(new Restart(5, 5));
        assertThat(reason(policy.onFailure(FAILURE, 400)))
                .contains(
                        "failure-rate restart strategy (max-failures-per-interval = 2,"
                                + " failure-rate-interval = 100 ms, delay = 5 ms)",
                        "3 failures fell within 100 ms");
    }

    @Test
    void exponentialDelayGrowsToItsLimit() {
        RestartPolicy policy = policy(exponential(1000, 1.5, 0, Integer.MAX_VALUE));
        List<Long> delays = new ArrayList<>();
        long nowMs = 0;
        for (int i = 0; i < 13; i++) {
            Restart restart = (Restart) policy.onFailure(FAILURE, nowMs);
            assertThat(restart.restart()).isEqualTo(i + 1);
            delays.add(restart.delayMs());
            nowMs += restart.delayMs() + 1;
        }
        assertThat(delays)
                .containsExactly(
                        1000L, 1500L, 2250L, 3375L, 5063L, 7594L, 11391L, 17086L, 25629L, 38443L,
                        57665L, 60000L, 60000L);
    }

    @Test
    void exponentialDelayNeverLeavesItsBoundsHoweverManyFailures() {
        Random random = new Random(7);
        RestartPolicy policy =
                new RestartPolicy(
                        exponential(1000, 1000, 1, Integer.MAX_VALUE), random::nextDouble);
        long nowMs = 0;
        for (int i = 0; i < 2000; i++) {
            Restart restart = (Restart) policy.onFailure(FAILURE, nowMs);
            assertThat(restart.delayMs()).isBetween(1000L, 60_000L);
            nowMs += restart.delayMs() + 1;
        }
    }

    @ParameterizedTest
    @CsvSource({"0.0, 1350", "0.5, 1500", "0.999999, 1650"})
    void jitterIsTheShareOfTheDelayUpAndDown(double chance, long delayMs) {
        RestartPolicy policy =
                new RestartPolicy(exponential(1000, 1.5, 0.1, Integer.MAX_VALUE), () -> chance);
        policy.onFailure(FAILURE, 0);
        assertThat(policy.onFailure(FAILURE, 10_000)).isEqualTo(new Restart(delayMs, 2));
    }

    @Test
    void failuresBeforeThePlannedRestartBelongToTheSameOne() {
        RestartPolicy policy = policy(exponential(1000, 2, 0, 1));
        assertThat(policy.onFailure(FAILURE, 0)).isEqualTo(new Restart(1000, 1));
        assertThat(policy.onFailure(FAILURE, 400)).isEqualTo(new Restart(600, 1));
        assertThat(policy.onFailure(FAILURE, 1000)).isEqualTo(new Restart(0, 1));
        assertThat(reason(policy.onFailure(FAILURE, 1001)))
                .contains(
                        "exponential-delay restart strategy (initial-backoff = 1000 ms",
                        "restarted 1 times");
    }

    @Test
    void theNextAttemptsOwnFailureIsAnotherOneHoweverSoonItComes() {
        RestartPolicy policy = policy(exponential(1000, 2, 0, 2));
        assertThat(policy.onFailure(FAILURE, 0)).isEqualTo(new Restart(1000, 1));
        assertThat(policy.onFailure(FAILURE, 1000)).isEqualTo(new Restart(0, 1));
        policy.attemptBegins();
        assertThat(policy.onFailure(FAILURE, 1000)).isEqualTo(new Restart(2000, 2));
        policy.attemptBegins();
        assertThat(reason(policy.onFailure(FAILURE, 3000))).contains("restarted 2 times");
    }

    @Test
    void aGoodTimeBeginsTheDelaysAnew() {
        RestartPolicy policy = policy(exponential(1000, 2, 0, 2));
        long hourMs = Duration.ofHours(1).toMillis();
        assertThat(policy.onFailure(FAILURE, 0)).isEqualTo(new Restart(1000, 1));
        assertThat(policy.onFailure(FAILURE, 1000 + hourMs - 1)).isEqualTo(new Restart(2000, 2));
        assertThat(policy.onFailure(FAILURE, 1000 + hourMs - 1 + 2000 + hourMs))
                .isEqualTo(new Restart(1000, 3));
    }

    @ThrowableAnnotation(ThrowableType.NonRecoverableError)
    private static class StateDoesNotFit extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class MuchWorse extends StateDoesNotFit {
        private static final long serialVersionUID = 1;
    }

    @ThrowableAnnotation(ThrowableType.RecoverableError)
    private static final class Hiccup extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void whatSaysThatTryingAgainHelpsIsTried() {
        RestartPolicy policy = policy(new FixedDelay(1, Duration.ZERO));
        assertThat(policy.onFailure(new RuntimeException(new Hiccup()), 0))
                .isEqualTo(new Restart(0, 1));
    }

    @Test
    @DisplayName("RS-6: what another attempt would meet again is not tried")
    void whatAnotherAttemptWouldMeetAgainIsNotTried() {
        RestartPolicy policy = policy(new FixedDelay(10, Duration.ZERO));
        assertThat(reason(policy.onFailure(new RuntimeException(new MuchWorse()), 0)))
                .contains(MuchWorse.class.getName(), "whatever the restart strategy");
        assertThat(policy.onFailure(FAILURE, 1)).isEqualTo(new Restart(0, 1));
    }

    @Test
    void aCircleOfCausesIsWalkedOnce() {
        RuntimeException first = new RuntimeException("first");
        RuntimeException second = new RuntimeException("second", first);
        first.initCause(second);
        assertThat(policy(new FixedDelay(1, Duration.ZERO)).onFailure(first, 0))
                .isEqualTo(new Restart(0, 1));
    }
}
