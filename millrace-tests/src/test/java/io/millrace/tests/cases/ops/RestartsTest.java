// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.JobStatus;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
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
}
