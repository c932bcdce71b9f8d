// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checkpoints whose state is compressed, or was. */
class CompressedStateTest {

    /** Behind the seal's 21 bytes, the magic number and the version: see docs/formats. */
    private static final int PLACE_OF_COMPRESSION = 29;

    @TempDir Path directory;

    private static Configuration compressed(Configuration configuration, boolean compressed) {
        return configuration.set(ExecutionOptions.SNAPSHOT_COMPRESSION, compressed);
    }

    @ParameterizedTest(name = "{displayName}: from {0} to {1} at parallelism {2}")
    @CsvSource({"true, true, 1", "true, false, 3", "false, true, 3"})
    @DisplayName("A job is resumed whether its state was compressed or not, and will be or not")
    void aJobIsResumedWhateverTheSettingWasAndIs(boolean was, boolean is, int parallelism)
            throws Exception {
        new CountingJob(compressed(Jobs.checkpointsIn(directory), was)).leaveCheckpoint();
        assertThat(compressionOfStateFiles()).isNotEmpty().containsOnly(was ? 1 : 0);

        CountingJob job =
                new CountingJob(compressed(Jobs.checkpointsIn(directory, "latest"), is));
        job.parallelism = parallelism;
        RunningJob running = job.start();
        job.log.awaitFurtherCompleted(2);
        assertThat(compressionOfStateFiles()).isNotEmpty().containsOnly(is ? 1 : 0);
        job.gate.open();
        running.awaitFinished();

        assertThat(job.firstCounts()).isEqualTo(Map.of(0L, 11L, 1L, 11L, 2L, 11L));
        assertThat(job.lastCounts()).isEqualTo(Map.of(0L, 20L, 1L, 20L, 2L, 20L));
    }

    private List<Integer> compressionOfStateFiles() throws Exception {
        while (true) {
            List<Path> files = CheckpointFolder.stateFiles(CheckpointFolder.at(directory).newest());
            try {
                return files.stream().map(CompressedStateTest::compression).toList();
            } catch (UncheckedIOException e) {
                if (files.stream().allMatch(Files::exists)) {
                    throw e;
                }
                // The job has dropped this checkpoint for a newer one: look at that.
            }
        }
    }

    private static int compression(Path file) {
        try {
            return Files.readAllBytes(file)[PLACE_OF_COMPRESSION];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
