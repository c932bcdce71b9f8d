// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.JobStatus;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.util.Collector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class CancellationTest {

    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch inside = new CountDownLatch(1);
    private final AtomicInteger interrupts = new AtomicInteger();

    @AfterEach
    void letGo() {
        release.countDown();
    }

    /** Blocks until the test lets it go, whatever interrupts it. */
    private static final class Deaf extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final String where;
        private final Shared<CountDownLatch> release;
        private final Shared<CountDownLatch> inside;
        private final Shared<AtomicInteger> interrupts;

        Deaf(
                String where,
                Shared<CountDownLatch> release,
                Shared<CountDownLatch> inside,
                Shared<AtomicInteger> interrupts) {
            this.where = where;
            this.release = release;
            this.inside = inside;
            this.interrupts = interrupts;
        }

        @Override
        public void open(OpenContext context) {
            if (where.equals("open")) {
                deafToInterrupts();
            }
        }

        @Override
        public Long map(Long value) {
            if (where.equals("map")) {
                deafToInterrupts();
            }
            return value;
        }

        private void deafToInterrupts() {
            inside.get().countDown();
            while (true) {
                try {
                    release.get().await();
                    return;
                } catch (InterruptedException e) {
                    interrupts.get().incrementAndGet(); // swallowed, as bad code does
                }
            }
        }
    }

    private RunningJob deaf(String where, Configuration configuration) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.fromSource(
                        NumberSource.numbers(1, 1_000_000).paced(Pace.freely()),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(new Deaf(where, Shared.of(release), Shared.of(inside), Shared.of(interrupts)))
                .name("deaf operator")
                .addSink(new Collected<>());
        return Jobs.start(env, "deaf in " + where);
    }

    private static Configuration interval(String value) {
        Configuration configuration = new Configuration();
        configuration.setString("task.cancellation.interval", value);
        return configuration;
    }

    @DisplayName(
            "O05: a function that swallows interrupts is named with its stack; when it returns the job is CANCELED")
    @ParameterizedTest
    @ValueSource(strings = {"map", "open"})
    void o05(String where) throws Exception {
        Gate gate = new Gate();
        Collected<Long> others = new Collected<>();
        StreamExecutionEnvironment otherEnv = Jobs.environment(1);
        otherEnv.fromSource(
                        NumberSource.numbers(1, 1000).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "others")
                .addSink(others);
        RunningJob other = Jobs.start(otherEnv, "another job");
        try (Logs logs = Logs.capture()) {
            RunningJob job = deaf(where, interval("200 ms"));
            inside.await();
            long asked = System.nanoTime();
            job.client().cancel();
            Await.until("a warning", () -> logs.text().contains("deafToInterrupts"));
            Await.until("it was interrupted", () -> interrupts.get() > 0);

            assertThat((System.nanoTime() - asked) / 1e6)
                    .as("ms until the warning")
                    .isGreaterThan(190);
            assertThat(logs.warnings())
                    .anySatisfy(
                            line ->
                                    assertThat(line)
                                            .contains("deaf operator")
                                            .contains("deaf in " + where));
            assertThat(logs.text()).contains("CancellationTest.java");
            assertThat(job.status()).isEqualTo(JobStatus.CANCELLING);
            gate.open();
            other.awaitFinished();
            assertThat(others.size()).as("another job goes on").isEqualTo(1000);

            release.countDown();
            job.awaitFailure();
            assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
        }
    }

    @DisplayName("O05: a call that swallows an interrupt gets another one after each interval")
    @Test
    void o05Again() throws Exception {
        RunningJob job = deaf("map", interval("20 ms"));
        inside.await();
        job.client().cancel();

        Await.until("it was interrupted again and again", () -> interrupts.get() >= 4);

        release.countDown();
        job.awaitFailure();
        assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
    }

    @DisplayName("O05: without a setting the warning comes within 35 s")
    @Test
    void o05Default() {
        assertThat(
                        io.millrace.configuration.TaskManagerOptions.TASK_CANCELLATION_INTERVAL
                                .defaultValue())
                .isEqualTo(java.time.Duration.ofSeconds(30));
    }

    @DisplayName(
            "O05: one that never returns fails the job after the timeout, and leaves the JVM alone")
    @Test
    void o05Timeout() throws Exception {
        Configuration configuration = interval("50 ms");
        configuration.setString("task.cancellation.timeout", "300 ms");
        RunningJob job = deaf("map", configuration);
        inside.await();
        job.client().cancel();

        Throwable failure = job.awaitFailure();

        assertThat(job.status()).isEqualTo(JobStatus.FAILED);
        assertThat(failure)
                .hasStackTraceContaining("deaf operator")
                .hasStackTraceContaining("task.cancellation.timeout");
    }

    /** Registers the next timer in each, so that the end of the input fires them for ever. */
    private static final class Periodic extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;
        private final Shared<CountDownLatch> firing;

        Periodic(Shared<CountDownLatch> firing) {
            this.firing = firing;
        }

        @Override
        public void processElement(Long value, Context context, Collector<Long> out) {
            context.timerService().registerEventTimeTimer(0);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<Long> out) {
            context.timerService().registerEventTimeTimer(timestamp + 60_000);
            firing.get().countDown();
        }
    }

    @DisplayName("Periodic event-time timers never end at the end of the input, but heed a cancel")
    @Test
    void endlessTimers() throws Exception {
        CountDownLatch firing = new CountDownLatch(10_000);
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData(1L)
                .keyBy(value -> value)
                .process(new Periodic(Shared.of(firing)))
                .addSink(new Collected<>());
        RunningJob job = Jobs.start(env, "endless timers");
        firing.await();

        job.cancel();

        assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
    }

    @Test
    void a_function_that_heeds_interrupts_is_gone_soon_after_the_first() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        Shared<CountDownLatch> shared = Shared.of(entered);
        Shared<CountDownLatch> never = Shared.of(new CountDownLatch(1));
        StreamExecutionEnvironment env = Jobs.environment(1, interval("100 ms"));
        env.fromData(1, 2, 3)
                .map(
                        value -> {
                            shared.get().countDown();
                            never.get().await();
                            return value;
                        })
                .addSink(new Collected<>());
        RunningJob job = Jobs.start(env, "heeds interrupts");
        entered.await();

        job.cancel();

        assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
    }
}
