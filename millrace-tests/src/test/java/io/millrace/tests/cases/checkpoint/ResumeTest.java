// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.CheckpointType;
import io.millrace.engine.checkpoint.Disposal;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog.Snapshot;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs that begin from a checkpoint of an earlier one. */
class ResumeTest {

    private static final Map<Long, Long> ELEVEN_EACH = Map.of(0L, 11L, 1L, 11L, 2L, 11L);
    private static final Map<Long, Long> TWENTY_EACH = Map.of(0L, 20L, 1L, 20L, 2L, 20L);

    @TempDir Path directory;
    @TempDir Path otherDirectory;

    private enum Spelling {
        DIRECTORY {
            @Override
            String of(Path checkpoint) {
                return checkpoint.toString();
            }
        },
        MANIFEST {
            @Override
            String of(Path checkpoint) {
                return checkpoint.resolve("_metadata").toString();
            }
        },
        URI {
            @Override
            String of(Path checkpoint) {
                return checkpoint.toUri().toString();
            }
        };

        abstract String of(Path checkpoint);
    }

    @ParameterizedTest(name = "M10, CK-79: a job resumes from a checkpoint named by its {0}")
    @EnumSource(Spelling.class)
    void m10AJobResumesFromAPath(Spelling spelling) throws Exception {
        Path checkpoint = CountingJob.leaveCheckpoint(directory);
        CountingJob job =
                new CountingJob(Jobs.checkpointsIn(otherDirectory, spelling.of(checkpoint)));
        RunningJob running = job.start();
        job.log.awaitCompleted(1);
        job.gate.open();
        running.awaitFinished();

        assertThat(job.firstCounts()).isEqualTo(ELEVEN_EACH);
        assertThat(job.lastCounts()).isEqualTo(TWENTY_EACH);
        assertThat(job.counts.size()).isEqualTo(30);
        long id = CheckpointFolder.id(checkpoint);
        assertThat(job.log.restored()).first().satisfies(from -> assertThat(from).hasValue(id));
        assertThat(job.log.snapshots())
                .as("CK-33: ids go on")
                .extracting(Snapshot::id)
                .first()
                .isEqualTo(id + 1);
        assertThat(checkpoint.resolve("_metadata"))
                .as("CK-81: never deleted by another job")
                .exists();
    }

    @Test
    @DisplayName(
            "M2: 'latest' takes the newest checkpoint of that job's name, and continues its id and directory")
    void m2LatestContinuesTheJob() throws Exception {
        CountingJob another = new CountingJob(Jobs.checkpointsIn(directory));
        another.name = "another";
        CountingJob first = new CountingJob(Jobs.checkpointsIn(directory));
        RunningJob running = first.start();
        String id = running.id();
        first.readThirty();
        running.suspend();
        another.leaveCheckpoint(); // newer, but of another name
        long last = CheckpointFolder.id(CheckpointFolder.at(directory.resolve(id)).newest());

        CountingJob second = new CountingJob(Jobs.checkpointsIn(directory, "latest"));
        RunningJob continued = second.start();
        assertThat(continued.id()).isEqualTo(id);
        second.log.awaitCompleted(1);
        assertThat(second.log.completed()).first().isEqualTo(last + 1);
        Await.until(
                "the old checkpoint, which it claims, is gone",
                () -> !CheckpointFolder.at(directory.resolve(id)).ids().contains(last));
        second.gate.open();
        continued.awaitFinished();
        assertThat(second.firstCounts()).isEqualTo(ELEVEN_EACH);
        assertThat(second.lastCounts()).isEqualTo(TWENTY_EACH);
    }

    @Test
    @DisplayName("'latest' without any checkpoint of that name starts empty, and says so at WARN")
    void latestWithoutACheckpointStartsEmpty() throws Exception {
        CountingJob job = new CountingJob(Jobs.checkpointsIn(directory, "latest"));
        try (Logs logs = Logs.capture()) {
            RunningJob running = job.start();
            job.gate.open();
            running.awaitFinished();
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains("latest") && line.contains("'counting'"))
                    .hasSize(1);
        }
        assertThat(job.firstCounts()).isEqualTo(Map.of(0L, 1L, 1L, 1L, 2L, 1L));
    }

    @Test
    @DisplayName("CK-79: a path that holds no manifest is refused, and nothing is started")
    void ck79APathWithoutAManifestIsRefused() throws Exception {
        Path empty = Files.createDirectories(directory.resolve("chk-7"));
        for (Path path : List.of(empty, directory.resolve("nowhere"))) {
            CountingJob job = new CountingJob(Jobs.checkpointsIn(otherDirectory, path.toString()));
            Throwable refusal = catchThrowable(job::start);
            assertThat(refusal).isNotNull();
            assertThat(Throwables.messages(refusal))
                    .anySatisfy(message -> assertThat(message).contains(path.toString()));
            assertThat(job.log.opened()).isZero();
        }
    }

    @Test
    @DisplayName(
            "CK-86: an operator's key groups are its own, so a job resumes with and without chaining")
    void ck86KeyGroupsDoNotDependOnTheChain() throws Exception {
        CountingJob chained = new CountingJob(Jobs.checkpointsIn(directory));
        chained.sourceNonParallel = true;
        chained.leaveCheckpoint();
        Configuration settings =
                Jobs.checkpointsIn(
                        otherDirectory, CheckpointFolder.at(directory).newest().toString());
        settings.set(PipelineOptions.OPERATOR_CHAINING, false);
        CountingJob apart = new CountingJob(settings);
        apart.sourceNonParallel = true;
        RunningJob running = apart.start();
        apart.gate.open();
        running.awaitFinished();

        assertThat(apart.firstCounts()).isEqualTo(ELEVEN_EACH);
        assertThat(apart.lastCounts()).isEqualTo(TWENTY_EACH);
    }

    // ---- one job, one directory ----

    @Test
    @DisplayName("'latest' is refused while a living job holds the directory; the holder is named")
    void latestIsRefusedWhileALivingJobHoldsTheDirectory() throws Exception {
        CountingJob first = new CountingJob(Jobs.checkpointsIn(directory));
        RunningJob running = first.start();
        first.readThirty();
        CountingJob second = new CountingJob(Jobs.checkpointsIn(directory, "latest"));
        Throwable refusal = catchThrowable(second::start);
        assertRefusedByHolder(refusal, directory.resolve(running.id()));
        assertThat(second.log.opened()).isZero();

        // The first one has not been harmed by that.
        first.log.awaitFurtherCompleted(1);
        first.gate.open();
        running.awaitFinished();
        assertThat(first.lastCounts()).isEqualTo(TWENTY_EACH);
    }

    @Test
    @DisplayName("A second job in one and the same job directory is refused; the holder is named")
    void aSecondJobInOneJobDirectoryIsRefused() throws Exception {
        Configuration shared = Jobs.checkpointsIn(directory);
        shared.set(CheckpointingOptions.CREATE_CHECKPOINT_SUB_DIR, false);
        CountingJob first = new CountingJob(shared);
        RunningJob running = first.start();
        first.log.awaitCompleted(1);
        CountingJob second = new CountingJob(shared);
        second.name = "second";
        assertRefusedByHolder(catchThrowable(second::start), directory);
        running.cancel();

        // The lock goes with the job.
        Configuration next = new Configuration(shared);
        next.set(StateRecoveryOptions.SAVEPOINT_PATH, "latest");
        CountingJob third = new CountingJob(next);
        RunningJob continued = third.start();
        third.gate.open();
        continued.awaitFinished();
        assertThat(third.lastCounts()).isEqualTo(TWENTY_EACH);
    }

    @Test
    @DisplayName("'latest' goes on where the job was, whatever create-subdir says of new ones")
    void latestGoesOnWhereTheJobWas() throws Exception {
        Configuration without = Jobs.checkpointsIn(directory);
        without.set(CheckpointingOptions.CREATE_CHECKPOINT_SUB_DIR, false);
        new CountingJob(without).leaveCheckpoint();
        CountingJob again = new CountingJob(Jobs.checkpointsIn(directory, "latest"));
        RunningJob running = again.start();
        again.gate.open();
        running.awaitFinished();
        assertThat(again.firstCounts().values()).containsOnly(11L);
        assertThat(directory.resolve(running.id())).doesNotExist();
    }

    @Test
    @DisplayName("and the other way round")
    void latestGoesOnInTheDirectoryOfItsJob() throws Exception {
        CountingJob first = new CountingJob(Jobs.checkpointsIn(directory));
        first.leaveCheckpoint();
        Configuration without = Jobs.checkpointsIn(directory, "latest");
        without.set(CheckpointingOptions.CREATE_CHECKPOINT_SUB_DIR, false);
        CountingJob again = new CountingJob(without);
        RunningJob running = again.start();
        again.gate.open();
        running.awaitFinished();
        assertThat(again.firstCounts().values()).containsOnly(11L);
        assertThat(directory.resolve("lock")).doesNotExist();
    }

    @Test
    @DisplayName("'latest' is refused while a living job of that name has no checkpoint yet")
    void latestIsRefusedWhileALivingJobHasNoCheckpointYet() throws Exception {
        Configuration slow = Jobs.checkpointsIn(directory);
        CountingJob first = new CountingJob(slow);
        first.intervalMs = 600_000;
        RunningJob running = first.start();
        Throwable refusal =
                catchThrowable(
                        () -> new CountingJob(Jobs.checkpointsIn(directory, "latest")).start());
        assertRefusedByHolder(refusal, directory.resolve(running.id()));
        running.cancel();
    }

    @Test
    @DisplayName(
            "A job without an interval holds its directory, too: it may be asked for checkpoints")
    void aJobWithoutAnIntervalHoldsItsDirectory() throws Exception {
        CountingJob first = new CountingJob(Jobs.checkpointsIn(directory));
        first.intervalMs = 0;
        RunningJob running = first.start();
        first.gate.letReadUpTo(30);
        Await.until("all tasks run", () -> first.counts.size() == 30);
        String checkpoint =
                ((EngineJobClient) running.client())
                        .checkpoint(CheckpointType.FULL)
                        .get(60, TimeUnit.SECONDS);

        Throwable refusal =
                catchThrowable(
                        () -> new CountingJob(Jobs.checkpointsIn(directory, "latest")).start());
        assertRefusedByHolder(refusal, directory.resolve(running.id()));
        assertThat(catchThrowable(() -> Disposal.dispose(checkpoint)))
                .hasMessageContaining("can't be removed");
        running.cancel();
    }

    private static void assertRefusedByHolder(Throwable refusal, Path jobDirectory) {
        assertThat(refusal).isNotNull();
        assertThat(Throwables.messages(refusal))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains(
                                                jobDirectory.toString(),
                                                "process " + ProcessHandle.current().pid()));
    }
}
