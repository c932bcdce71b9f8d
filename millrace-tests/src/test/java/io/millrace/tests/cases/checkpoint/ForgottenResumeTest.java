// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a job knows that begins empty, though it could have gone on. */
@Timeout(180)
class ForgottenResumeTest {

    @TempDir Path directory;

    @Test
    @DisplayName(
            "M10: a job that begins empty beside a checkpoint of its name knows the newest one")
    void besideACheckpointOfItsName() throws Exception {
        CountingJob.leaveCheckpoint(directory);
        Path checkpoint =
                CountingJob.leaveCheckpoint(directory.resolve("own")); // another directory
        CountingJob another = new CountingJob(Jobs.checkpointsIn(directory.resolve("own")));
        another.name = "another";
        another.leaveCheckpoint();

        Optional<String> earlier =
                earlierOf(new CountingJob(Jobs.checkpointsIn(directory.resolve("own"))));

        assertThat(earlier).hasValueSatisfying(it -> assertThat(it).endsWith(tail(checkpoint)));
        CountingJob third = new CountingJob(Jobs.checkpointsIn(directory.resolve("own")));
        third.name = "a third one";
        assertThat(earlierOf(third)).isEmpty();
    }

    @Test
    @DisplayName("Nothing is said where nothing could be gone on from: asked for, held, or damaged")
    void nothingToGoOnFrom() throws Exception {
        Path checkpoint = CountingJob.leaveCheckpoint(directory);
        assertThat(earlierOf(new CountingJob(Jobs.checkpointsIn(directory, checkpoint.toString()))))
                .as("it does go on")
                .isEmpty();
        CheckpointFolder.at(directory).checkpoints().forEach(ForgottenResumeTest::damage);
        assertThat(earlierOf(new CountingJob(Jobs.checkpointsIn(directory))))
                .as("damaged")
                .isEmpty();

        Path held = directory.resolve("held");
        CountingJob first = new CountingJob(Jobs.checkpointsIn(held));
        RunningJob running = first.start();
        first.readThirty();
        assertThat(earlierOf(new CountingJob(Jobs.checkpointsIn(held)))).as("held").isEmpty();
        running.cancel();
        assertThat(earlierOf(new CountingJob(new Configuration()))).as("in memory").isEmpty();
    }

    private static void damage(Path checkpoint) {
        try {
            Files.writeString(checkpoint.resolve("_metadata"), "no manifest");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Optional<String> earlierOf(CountingJob job) throws Exception {
        RunningJob running = job.start();
        running.cancel();
        return ((EngineJobClient) running.client()).earlierCheckpoint();
    }

    private static String tail(Path checkpoint) {
        return checkpoint.getParent().getFileName() + "/" + checkpoint.getFileName();
    }
}
