// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.state.StateHandle;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checkpoints of state on the heap that refer to the files of earlier ones. */
class IncrementalCheckpointsTest {

    @TempDir Path directory;

    private static Configuration incremental(Configuration configuration, boolean incremental) {
        configuration.setString("millrace.checkpoints.incremental-from", "0");
        return configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, incremental);
    }

    private static List<StateHandle> keyed(Path checkpoint) throws Exception {
        List<StateHandle> found = new ArrayList<>();
        for (CheckpointManifest.Operator operator :
                CheckpointFolder.manifest(checkpoint).operators()) {
            for (CheckpointManifest.Subtask subtask : operator.subtasks()) {
                for (StateHandle handle : subtask.handles()) {
                    if (handle.kind().isKeyed()) {
                        found.add(handle);
                    }
                }
            }
        }
        return found;
    }

    @ParameterizedTest(name = "{displayName}: from {0} to {1} at parallelism {2}")
    @CsvSource({"true, true, 1", "true, false, 3", "false, true, 3", "true, true, 3"})
    @DisplayName(
            "M15: a job is resumed whether its checkpoints were incremental or not, and will be")
    void aJobIsResumedWhateverTheSettingWasAndIs(boolean was, boolean is, int parallelism)
            throws Exception {
        new CountingJob(incremental(Jobs.checkpointsIn(directory), was)).leaveCheckpoint();
        assertThat(keyed(CheckpointFolder.at(directory).newest()))
                .extracting(StateHandle::kind)
                .isNotEmpty()
                .containsOnly(was ? StateHandle.Kind.KEYED_LAYERS : StateHandle.Kind.KEYED);

        CountingJob job = new CountingJob(incremental(Jobs.checkpointsIn(directory, "latest"), is));
        job.parallelism = parallelism;
        RunningJob running = job.start();
        job.log.awaitFurtherCompleted(2);
        job.gate.open();
        running.awaitFinished();

        assertThat(job.firstCounts()).isEqualTo(Map.of(0L, 11L, 1L, 11L, 2L, 11L));
        assertThat(job.lastCounts()).isEqualTo(Map.of(0L, 20L, 1L, 20L, 2L, 20L));
    }

    @Test
    @DisplayName("M15: what a crash has left of layers goes when the job runs again")
    void whatACrashHasLeftOfLayersGoes() throws Exception {
        new CountingJob(incremental(Jobs.checkpointsIn(directory), true)).leaveCheckpoint();
        Path newest = CheckpointFolder.at(directory).newest();
        Path shared = newest.resolveSibling("shared");
        Path layer =
                CheckpointFolder.at(directory)
                        .files()
                        .filter(file -> file.startsWith(shared))
                        .findFirst()
                        .orElseThrow();
        // As if the process had died before it could say that the next checkpoint was complete.
        String operator = layer.getFileName().toString().replaceFirst("^[0-9]+-", "");
        Path left = shared.resolve((CheckpointFolder.id(newest) + 1) + "-" + operator);
        Files.write(left, Files.readAllBytes(layer));

        CountingJob job =
                new CountingJob(incremental(Jobs.checkpointsIn(directory, "latest"), true));
        RunningJob running = job.start();
        job.log.awaitFurtherCompleted(3);
        job.gate.open();
        running.awaitFinished();
        assertThat(job.lastCounts()).isEqualTo(Map.of(0L, 20L, 1L, 20L, 2L, 20L));
    }
}
