// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.JobStatus;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.tests.kit.Throwables;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class RestartsTest {

    /** Throws on every record, and writes down when it was opened. */
    private static final class Throwing extends RichMapFunction<Integer, Integer> {
        private static final long serialVersionUID = 1L;
        private final Shared<List<Long>> executions;

        Throwing(Shared<List<Long>> executions) {
            this.executions = executions;
        }

        @Override
        public void open(OpenContext context) {
            executions.get().add(System.nanoTime());
        }

        @Override
        public Integer map(Integer value) {
            throw new IllegalStateException("no record pleases me");
        }
    }

    private final List<Long> executions = new CopyOnWriteArrayList<>();

    private void failing(StreamExecutionEnvironment env) {
        env.fromData(1, 2, 3)
                .map(new Throwing(Shared.of(executions)))
                .name("throwing")
                .addSink(new Collected<>());
    }

    @DisplayName("O01: three attempts to restart are four executions, then the job is FAILED")
    @Test
    void o01() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Jobs.restarts(env, 3);
        failing(env);
        RunningJob job = Jobs.start(env, "o01");

        Throwable failure = job.awaitFailure();

        assertThat(executions).hasSize(4);
        assertThat(job.status()).isEqualTo(JobStatus.FAILED);
        assertThat(failure).hasRootCauseMessage("no record pleases me");
        assertThat(failure).hasStackTraceContaining("throwing");
    }

    @DisplayName("O03 (a): no strategy and no checkpoints: one execution, then FAILED")
    @Test
    void o03WithoutCheckpoints() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1);
        failing(env);
        RunningJob job = Jobs.start(env, "o03a");

        job.awaitFailure();

        assertThat(executions).hasSize(1);
        assertThat(job.status()).isEqualTo(JobStatus.FAILED);
    }

    @DisplayName("O03 (b): no strategy, with checkpoints: it restarts with growing delays")
    @Test
    void o03WithCheckpoints() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1);
        env.enableCheckpointing(100);
        failing(env);
        RunningJob job = Jobs.start(env, "o03b");
        Await.until("four executions", () -> executions.size() == 4);

        assertThat(job.status()).isIn(JobStatus.RESTARTING, JobStatus.RUNNING);
        // Not how much longer: that is the machine's affair, and RestartPolicyTest has the numbers.
        double[] seconds = {1.0, 1.5, 2.25};
        for (int i = 0; i < 3; i++) {
            assertThat((executions.get(i + 1) - executions.get(i)) / 1e9)
                    .as("gap " + (i + 1))
                    .isGreaterThan(seconds[i] * 0.85);
        }
        job.cancel();
        assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
    }

    @DisplayName(
            "A source that can't start at the job's very beginning fails the job at once, whatever the strategy")
    @Test
    void aSourceThatCanNotStartAtTheBeginningFailsTheJobAtOnce() throws Exception {
        // With checkpointing on and nothing chosen, it would be restarted without end.
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1);
        env.enableCheckpointing(100);
        Fault missing = Fault.times(1000);
        NumberSource numbers = NumberSource.numbers(1, 10).failingToStart(missing);
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "my numbers")
                .addSink(new Collected<>());
        RunningJob job = Jobs.start(env, "missing");

        Throwable failure = job.awaitFailure();

        assertThat(job.status()).isEqualTo(JobStatus.FAILED);
        assertThat(missing.struck()).isEqualTo(1);
        assertThat(String.join("\n", Throwables.messages(failure)))
                .contains(
                        "could not start",
                        "not restarted",
                        "my numbers'",
                        "there is no such input");
    }

    @DisplayName("A source that can't start in a later attempt is a failure like any other")
    @Test
    void aSourceThatCanNotStartLaterIsAFailureLikeAnyOther() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(600_000); // none completes, so the enumerator begins anew
        Jobs.restarts(env, 3);
        Fault missing = Fault.onDemand();
        Fault fault = Fault.onDemand();
        Gate gate = new Gate();
        Collected<Long> seen = new Collected<>();
        env.fromSource(
                        NumberSource.numbers(1, 10)
                                .paced(Pace.behind(gate))
                                .failingToStart(missing),
                        WatermarkStrategy.noWatermarks(),
                        "my numbers")
                .map(
                        value -> {
                            fault.strike("on demand");
                            return value;
                        })
                .addSink(seen);
        RunningJob job = Jobs.start(env, "missing later");
        gate.letReadUpTo(1);
        Await.until("the first number has come", () -> seen.size() == 1);
        missing.arm();
        missing.arm();
        fault.arm();
        gate.open();

        job.awaitFinished(); // after the third restart

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(missing.struck()).isEqualTo(2);
        assertThat(seen.values()).contains(1L, 10L);
    }

    @DisplayName(
            "A source that can't start any more uses up the restarts, and the job fails with its message")
    @Test
    void aSourceThatCanNotStartAnyMoreUsesUpTheRestarts() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Jobs.restarts(env, 2);
        Fault missing = Fault.onDemand();
        Collected<Long> seen = new Collected<>();
        env.fromSource(
                        NumberSource.numbers(1, 10).failingToStart(missing),
                        WatermarkStrategy.noWatermarks(),
                        "my numbers")
                .map(
                        value -> {
                            missing.arm();
                            missing.arm();
                            if (value > 0) {
                                throw new IllegalStateException("no number pleases me");
                            }
                            return value;
                        })
                .addSink(seen);
        RunningJob job = Jobs.start(env, "missing for good");

        Throwable failure = job.awaitFailure();

        assertThat(missing.struck()).isEqualTo(2);
        assertThat(String.join("\n", Throwables.messages(failure)))
                .contains("fixed-delay", "attempts = 2", "my numbers'", "there is no such input");
    }
}
