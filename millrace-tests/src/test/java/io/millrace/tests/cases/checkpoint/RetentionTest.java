// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.environment.CheckpointConfig.ExternalizedCheckpointCleanup;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a job's checkpoints when it ends. */
class RetentionTest {

    @TempDir Path directory;

    private enum End {
        FINISH,
        CANCEL,
        FAIL,
        SUSPEND
    }

    @ParameterizedTest(name = "C11, M10: policy {0}, end {1}: {2} checkpoint stays")
    @CsvSource({
        "RETAIN_ON_CANCELLATION, FINISH, 0",
        "RETAIN_ON_CANCELLATION, CANCEL, 1",
        "RETAIN_ON_CANCELLATION, FAIL,   1",
        "DELETE_ON_CANCELLATION, FINISH, 0",
        "DELETE_ON_CANCELLATION, CANCEL, 0",
        "DELETE_ON_CANCELLATION, FAIL,   1",
        "none,                   FINISH, 0",
        "none,                   CANCEL, 0",
        "none,                   FAIL,   0",
        // a signal suspends, and never deletes (table 1.9 as chosen)
        "RETAIN_ON_CANCELLATION, SUSPEND, 1",
        "DELETE_ON_CANCELLATION, SUSPEND, 1",
        "none,                   SUSPEND, 1",
    })
    void c11WhatStaysDependsOnThePolicyAndTheEnd(String policy, String endsBy, int stays)
            throws Exception {
        End end = End.valueOf(endsBy);
        Configuration configuration = Jobs.checkpointsIn(directory);
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(60);
        if (!policy.equals("none")) {
            retain(env, ExternalizedCheckpointCleanup.valueOf(policy));
        }
        Gate gate = new Gate();
        Fault fault = Fault.onDemand();
        CheckpointLog log = new CheckpointLog();
        env.fromSource(
                        NumberSource.numbers(1, 10).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .map(
                        value -> {
                            fault.strike("on demand");
                            return value;
                        })
                .addSink(new Collected<>());
        RunningJob job = Jobs.start(env, "C11");
        log.awaitCompleted(1);
        switch (end) {
            case FINISH -> {
                gate.open();
                job.awaitFinished();
            }
            case CANCEL -> job.cancel();
            case FAIL -> {
                fault.arm();
                gate.open();
                job.awaitFailure();
            }
            case SUSPEND ->
                    assertThat(job.suspend())
                            .hasMessageContaining("suspended")
                            .hasMessageContaining(
                                    CheckpointFolder.at(directory).newest().toString());
        }

        CheckpointFolder folder = CheckpointFolder.at(directory);
        assertThat(folder.checkpoints()).hasSize(stays);
        if (stays == 0) {
            assertThat(folder.files().map(file -> file.getFileName().toString()))
                    .as("nothing but the lock file may stay")
                    .allMatch(name -> name.equals("lock"));
        }
    }

    @Test
    @DisplayName(
            "millrace.checkpoints.keep-after-finish keeps the last checkpoint of a job that has finished")
    void keepAfterFinishKeepsTheLastCheckpoint() throws Exception {
        Configuration configuration = Jobs.checkpointsIn(directory);
        configuration.setString("millrace.checkpoints.keep-after-finish", "true");
        CountingJob job = new CountingJob(configuration);
        RunningJob running = job.start();
        job.log.awaitCompleted(1);
        job.gate.open();
        running.awaitFinished();
        assertThat(CheckpointFolder.at(directory).checkpoints()).hasSize(1);
    }

    @Test
    @DisplayName(
            "CK-70: as many checkpoints are retained as execution.checkpointing.num-retained says")
    void ck70AsManyCheckpointsAreRetainedAsTheSettingSays() throws Exception {
        Configuration configuration = Jobs.checkpointsIn(directory);
        configuration.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 3);
        CountingJob job = new CountingJob(configuration);
        RunningJob running = job.start();
        job.log.awaitCompleted(6);
        running.cancel();
        long last = CheckpointFolder.id(CheckpointFolder.at(directory).newest());
        assertThat(last).isGreaterThanOrEqualTo(6);
        assertThat(CheckpointFolder.at(directory).ids()).hasSize(3);
    }

    @SuppressWarnings("deprecation") // the document's own call
    private static void retain(
            StreamExecutionEnvironment env, ExternalizedCheckpointCleanup policy) {
        env.getCheckpointConfig().enableExternalizedCheckpoints(policy);
    }
}
