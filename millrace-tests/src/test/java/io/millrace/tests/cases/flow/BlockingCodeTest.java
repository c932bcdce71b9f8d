// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.tests.kit.Throwables;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class BlockingCodeTest {

    @DisplayName(
            "Beside more stuck functions than there are cores, an independent chain of the same job goes on")
    @Test
    void independentChainGoesOn() throws Exception {
        int stuck = Runtime.getRuntime().availableProcessors() + 2;
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        Shared<CountDownLatch> releaseShared = Shared.of(release);
        Shared<AtomicInteger> insideShared = Shared.of(inside);
        Collected<Long> free = new Collected<>();
        Collected<Long> blocked = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        for (int i = 0; i < stuck; i++) {
            env.fromSource(
                            NumberSource.numbers(1, 3),
                            WatermarkStrategy.noWatermarks(),
                            "stuck " + i)
                    .map(
                            value -> {
                                insideShared.get().incrementAndGet();
                                releaseShared.get().await();
                                return value;
                            })
                    .addSink(blocked);
        }
        env.fromSource(NumberSource.numbers(1, 20_000), WatermarkStrategy.noWatermarks(), "free")
                .keyBy(value -> value % 10)
                .map(value -> value)
                .disableChaining()
                .addSink(free);
        RunningJob job = Jobs.start(env, "beside stuck functions");

        Await.until("all are stuck", () -> inside.get() == stuck);
        Await.until("the free chain has all", () -> free.size() == 20_000);
        assertThat(blocked.size()).isZero();
        release.countDown();
        job.awaitFinished();
        assertThat(blocked.size()).isEqualTo(3 * stuck);
    }

    @DisplayName(
            "A function that interrupts its own thread and emits more than fits fails, and the job with it")
    @Test
    void aFunctionThatInterruptsItsOwnThreadFails() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData(100_000L)
                .<Long>flatMap(
                        (count, out) -> {
                            Thread.currentThread().interrupt();
                            for (long i = 0; i < count; i++) {
                                out.collect(i);
                            }
                        })
                .returns(Types.LONG)
                .map(value -> value)
                .disableChaining()
                .addSink(new Collected<>());
        Throwable failure = Jobs.runToFailure(env, "interrupts itself");
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains(
                                                "interrupted its own thread",
                                                "nobody has cancelled"));
    }

    @DisplayName(
            "Checkpoints of a job complete while a function before which nothing waits is inside a long call")
    @Test
    void checkpointsOfAnotherJobGoOn() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        Shared<CountDownLatch> releaseShared = Shared.of(release);
        Shared<CountDownLatch> enteredShared = Shared.of(entered);
        StreamExecutionEnvironment stuckEnv = Jobs.environment(1);
        stuckEnv.enableCheckpointing(20);
        stuckEnv.fromData(1)
                .map(
                        value -> {
                            enteredShared.get().countDown();
                            releaseShared.get().await();
                            return value;
                        })
                .addSink(new Collected<>());
        RunningJob stuck = Jobs.start(stuckEnv, "stuck");
        entered.await();

        Gate gate = new Gate();
        CheckpointLog log = new CheckpointLog();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        env.fromSource(
                        NumberSource.numbers(1, 10).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .addSink(new Collected<>());
        RunningJob free = Jobs.start(env, "free");
        log.awaitCompleted(5);

        gate.open();
        free.awaitFinished();
        release.countDown();
        stuck.awaitFinished();
    }
}
