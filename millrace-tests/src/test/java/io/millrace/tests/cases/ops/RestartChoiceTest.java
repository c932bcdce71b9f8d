// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.JobStatus;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.runtime.JobException;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.tests.kit.Throwables;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By which of the ways a strategy was chosen is told by how often a hopeless job is executed. */
@Timeout(180)
@SuppressWarnings("deprecation") // what users of 1.20 write
class RestartChoiceTest {

    /** Throws on every record, and counts its instances. */
    private static final class Hopeless extends RichMapFunction<Integer, Integer> {
        private static final long serialVersionUID = 1L;
        private final Shared<AtomicInteger> executions;

        Hopeless(Shared<AtomicInteger> executions) {
            this.executions = executions;
        }

        @Override
        public void open(OpenContext context) {
            executions.get().incrementAndGet();
        }

        @Override
        public Integer map(Integer value) {
            throw new IllegalStateException("no record\npleases me");
        }
    }

    private final AtomicInteger executions = new AtomicInteger();

    private static Configuration settings(String line) {
        Configuration configuration = new Configuration();
        for (String setting : line.split(" ", -1)) {
            String[] pair = setting.split("=", 2);
            configuration.setString("restart-strategy" + pair[0], pair[1]);
        }
        return configuration;
    }

    private StreamExecutionEnvironment hopeless(Configuration configuration) {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
        env.fromData(1, 2, 3)
                .map(new Hopeless(Shared.of(executions)))
                .name("hopeless")
                .addSink(new Collected<>());
        return env;
    }

    @DisplayName("M17, RS-3: each strategy, by settings")
    @ParameterizedTest
    @CsvSource({
        "1, =none",
        "1, .type=OFF",
        "3, .type=fixed-delay .fixed-delay.attempts=2 .fixed-delay.delay=1",
        "3, =fixeddelay .fixed-delay.attempts=2 .fixed-delay.delay=1",
        "4, .type=failure-rate .failure-rate.max-failures-per-interval=3"
                + " .failure-rate.failure-rate-interval=1h .failure-rate.delay=1",
        "5, .type=exponential-delay .exponential-delay.initial-backoff=1"
                + " .exponential-delay.max-backoff=2"
                + " .exponential-delay.attempts-before-reset-backoff=4",
        "5, .type=ExponentialDelay .exponential-delay.initial-backoff=1"
                + " .exponential-delay.max-backoff=2"
                + " .exponential-delay.attempts-before-reset-backoff=4"
    })
    void bySettings(int expected, String settings) throws Exception {
        Throwable failure = Jobs.runToFailure(hopeless(settings(settings)), "M17");

        assertThat(executions).hasValue(expected);
        assertThat(Throwables.root(failure)).isInstanceOf(IllegalStateException.class);
    }

    @DisplayName(
            "M17, RS-1: what the code says wins over the settings, unless it falls back to them")
    @Test
    void byCode() throws Exception {
        Configuration settings =
                settings(".type=fixed-delay .fixed-delay.attempts=5 .fixed-delay.delay=1");

        StreamExecutionEnvironment none = hopeless(settings);
        none.setRestartStrategy(RestartStrategies.noRestart());
        Jobs.runToFailure(none, "none");
        assertThat(executions.getAndSet(0)).isEqualTo(1);

        StreamExecutionEnvironment fixed = hopeless(settings);
        fixed.setRestartStrategy(RestartStrategies.fixedDelayRestart(1, Duration.ofMillis(1)));
        Jobs.runToFailure(fixed, "fixed");
        assertThat(executions.getAndSet(0)).isEqualTo(2);

        StreamExecutionEnvironment rate = hopeless(settings);
        rate.setRestartStrategy(
                RestartStrategies.failureRateRestart(2, Duration.ofHours(1), Duration.ofMillis(1)));
        Jobs.runToFailure(rate, "rate");
        assertThat(executions.getAndSet(0)).isEqualTo(3);

        StreamExecutionEnvironment falling = hopeless(settings);
        falling.setRestartStrategy(RestartStrategies.fallBackRestart());
        Jobs.runToFailure(falling, "falling back");
        assertThat(executions.getAndSet(0)).isEqualTo(6);
    }

    @DisplayName(
            "RS-4: an exponential delay chosen in the code has no limit, whatever the settings")
    @Test
    void exponentialDelayInTheCodeHasNoLimit() throws Exception {
        StreamExecutionEnvironment env =
                hopeless(
                        settings(
                                ".type=exponential-delay"
                                        + " .exponential-delay.attempts-before-reset-backoff=1"));
        env.setRestartStrategy(
                RestartStrategies.exponentialDelayRestart(
                        Duration.ofMillis(1), Duration.ofMillis(2), 1.5, Duration.ofHours(1), 0.1));
        RunningJob job = Jobs.start(env, "no limit");

        Await.until("more executions than one restart gives", () -> executions.get() > 3);

        job.cancel();
        assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
    }

    @DisplayName(
            "M17, RS-7: each restart is one line with count, wait and cause; the refusal has the numbers")
    @Test
    void whatTheLogAndTheEndSay() throws Exception {
        StreamExecutionEnvironment env = hopeless(new Configuration());
        env.setRestartStrategy(RestartStrategies.fixedDelayRestart(2, Duration.ofMillis(20)));
        Throwable failure;
        String log;
        try (Logs logs = Logs.capture()) {
            failure = Jobs.runToFailure(env, "two more");
            log = logs.text();
        }

        assertThat(log.lines().filter(line -> line.contains("follows in")))
                .hasSize(2)
                .allSatisfy(
                        line ->
                                assertThat(line)
                                        .contains("'two more' failed", "follows in 20 ms, because")
                                        .contains("hopeless")
                                        .contains("IllegalStateException: no record / pleases me"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("restart 1 of 2"),
                        line -> assertThat(line).contains("restart 2 of 2"));
        Throwable refusal = failure;
        while (!(refusal instanceof JobException) || !refusal.getMessage().contains("suppressed")) {
            refusal = refusal.getCause();
        }
        assertThat(refusal)
                .hasMessageContaining(
                        "Recovery is suppressed by the fixed-delay restart strategy (attempts = 2,"
                                + " delay = 20 ms)")
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("no record\npleases me");
    }

    @DisplayName(
            "M17, RS-12: a job cancelled during its wait is CANCELED at once, and never begins again")
    @Test
    void cancelledDuringTheWait() throws Exception {
        Configuration settings = new Configuration();
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofDays(1));
        RunningJob job = Jobs.start(hopeless(settings), "RS-12");
        Await.until("it waits", () -> job.status() == JobStatus.RESTARTING);

        job.cancel();

        assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
        assertThat(executions).hasValue(1);
    }
}
