// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.savepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.RestoreMode;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.tests.cases.KindsJob;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Savepoints of either form, of state of every kind, from and to every backend. */
@Timeout(180)
class SavepointFormsTest {

    private static final long HALF = KindsJob.LAST / 2;

    @TempDir Path directory;
    private Path checkpoints;

    @BeforeEach
    void directories() {
        checkpoints = directory.resolve("checkpoints");
    }

    private Path savepointOfHalf(Kept kept, SavepointFormatType format, boolean finishedPart)
            throws Exception {
        KindsJob job = new KindsJob(kept.in(Jobs.checkpointsIn(checkpoints)));
        job.parallelism = 2;
        job.withAFinishedPart = finishedPart;
        RunningJob running = job.start();
        job.read(HALF, 0);
        if (finishedPart) {
            Await.until("that part is over", () -> job.ofTheFinishedPart.size() == 1);
            job.log.awaitFurtherCompleted(6);
        }
        Path savepoint =
                SavepointFolder.path(
                        running.client()
                                .triggerSavepoint(directory.resolve("target").toString(), format));
        assertThat(job.told.values())
                .containsExactlyInAnyOrderElementsOf(KindsJob.expected(0, HALF));
        running.cancel();
        // The job's own files are of no use to it, and its place is nobody's concern.
        try (Stream<Path> all = Files.walk(checkpoints)) {
            for (Path file : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        Path moved = Files.createDirectories(directory.resolve("moved here")).resolve("it is");
        return Files.move(savepoint, moved);
    }

    private void goesOn(Kept kept, Path savepoint, int parallelism, boolean finishedPart)
            throws Exception {
        KindsJob job = new KindsJob(kept.in(Jobs.checkpointsIn(checkpoints, savepoint.toString())));
        job.parallelism = parallelism;
        job.withAFinishedPart = finishedPart;
        RunningJob running = job.start();
        job.log.awaitFurtherCompleted(2 * parallelism);
        job.gate.open();
        running.awaitFinished();
        assertThat(job.told.values())
                .containsExactlyInAnyOrderElementsOf(KindsJob.expected(HALF, KindsJob.LAST));
        assertThat(job.windows.values())
                .containsExactlyInAnyOrderElementsOf(KindsJob.expectedWindows());
        assertThat(job.ofTheFinishedPart.size()).isZero();
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName(
            "CK-63, CK-85, SB-4: a canonical savepoint that was moved is read by either backend, at"
                    + " any parallelism")
    void aCanonicalOneIsReadByEitherBackend(Kept kept) throws Exception {
        Path savepoint = savepointOfHalf(kept, SavepointFormatType.CANONICAL, false);
        goesOn(kept, savepoint, 3, false);
        goesOn(kept.elsewhere(), savepoint, 1, false);
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName(
            "CK-63, CK-85, SB-4: a native one that was moved is read by its backend; the other says"
                    + " what to do")
    void aNativeOneIsReadByItsBackend(Kept kept) throws Exception {
        Path savepoint = savepointOfHalf(kept, SavepointFormatType.NATIVE, false);
        for (Kept same : Kept.values()) {
            if (same.backend().equals(kept.backend())) {
                goesOn(same, savepoint, same == kept ? 1 : 3, false);
            }
        }
        KindsJob other =
                new KindsJob(
                        kept.elsewhere().in(Jobs.checkpointsIn(checkpoints, savepoint.toString())));
        if (kept.backend().equals("hashmap")) {
            return; // those of the heap have but one form
        }
        Throwable refusal = catchThrowable(() -> other.start().awaitFinished());
        assertThat(refusal).isNotNull();
        assertThat(String.join("\n", Throwables.messages(refusal)))
                .containsIgnoringCase("canonical")
                .contains("rocksdb");
        assertThat(other.told.values()).isEmpty();
    }

    @ParameterizedTest(name = "{displayName}: {0}, {1}")
    @CsvSource({"ON_THE_HEAP_IN_LAYERS, CANONICAL", "IN_ROCKSDB_BY_FILES, NATIVE"})
    @DisplayName("CK-57: a savepoint of a job of which a part has finished")
    void ofAJobOfWhichAPartHasFinished(Kept kept, SavepointFormatType format) throws Exception {
        Path savepoint = savepointOfHalf(kept, format, true);
        goesOn(kept, savepoint, 2, true);
    }

    @ParameterizedTest(name = "{displayName}: {0}, drained {1}")
    @CsvSource({
        "ON_THE_HEAP_IN_LAYERS, false",
        "ON_THE_HEAP_IN_LAYERS, true",
        "IN_ROCKSDB_BY_FILES, false",
        "IN_ROCKSDB_BY_FILES, true"
    })
    @DisplayName("CK-64: a job stops with a savepoint in the form of its own backend")
    void stopsWithANativeOne(Kept kept, boolean drain) throws Exception {
        Configuration settings = kept.in(Jobs.checkpointsIn(checkpoints));
        KindsJob job = new KindsJob(settings);
        job.parallelism = 2;
        RunningJob running = job.start();
        job.read(HALF, 0);
        Path savepoint =
                SavepointFolder.path(
                        running.client()
                                .stopWithSavepoint(
                                        drain,
                                        directory.resolve("target").toString(),
                                        SavepointFormatType.NATIVE));
        running.awaitFinished();
        assertThat(job.windows.values().isEmpty()).isEqualTo(!drain);
        if (drain) {
            assertThat(job.told.values()).filteredOn(line -> line.startsWith("alarm")).hasSize(5);
            KindsJob again =
                    new KindsJob(kept.in(Jobs.checkpointsIn(checkpoints, savepoint.toString())));
            again.gate.open();
            again.start().awaitFinished();
            assertThat(again.told.values()).isEmpty();
            assertThat(again.windows.values()).isEmpty();
        } else {
            goesOn(kept, savepoint, 3, false);
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(names = {"ON_THE_HEAP_IN_LAYERS", "IN_ROCKSDB_BY_FILES"})
    @DisplayName("CK-65: a job is cancelled with a savepoint, beside unaligned checkpoints")
    void isCancelledWithOneBesideUnalignedCheckpoints(Kept kept) throws Exception {
        KindsJob job = new KindsJob(kept.in(Jobs.checkpointsIn(checkpoints)));
        job.parallelism = 2;
        job.unaligned = true;
        RunningJob running = job.start();
        job.read(HALF, 0);
        Path savepoint = SavepointFolder.cancel(running, directory.resolve("target"));
        goesOn(kept.elsewhere(), savepoint, 3, false);
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(names = {"ON_THE_HEAP_IN_LAYERS", "IN_ROCKSDB_BY_FILES"})
    @DisplayName("CK-82: -s names the manifest itself, and latest goes on behind a savepoint")
    void byManifestAndLatest(Kept kept) throws Exception {
        Path savepoint = savepointOfHalf(kept, SavepointFormatType.CANONICAL, false);
        Configuration settings =
                kept.in(Jobs.checkpointsIn(checkpoints, savepoint.resolve("_metadata").toString()));
        KindsJob job = new KindsJob(settings);
        RunningJob running = job.start();
        job.read(HALF + 20, HALF);
        running.suspend();
        KindsJob next =
                new KindsJob(
                        kept.in(
                                new Configuration(settings)
                                        .set(StateRecoveryOptions.SAVEPOINT_PATH, "latest")));
        next.parallelism = 3;
        RunningJob last = next.start();
        next.gate.open();
        last.awaitFinished();
        assertThat(last.id()).isEqualTo(running.id());
        assertThat(next.told.values())
                .containsExactlyInAnyOrderElementsOf(KindsJob.expected(HALF + 20, KindsJob.LAST));
    }

    @ParameterizedTest(name = "{displayName}: {0}, {1}")
    @CsvSource({
        "ON_THE_HEAP_IN_LAYERS, NO_CLAIM",
        "ON_THE_HEAP_IN_LAYERS, CLAIM",
        "IN_ROCKSDB_BY_FILES, NO_CLAIM",
        "IN_ROCKSDB_BY_FILES, LEGACY"
    })
    @DisplayName("CK-80: a job that fails before it has a checkpoint of its own goes back to it")
    void goesBackToIt(Kept kept, RestoreMode mode) throws Exception {
        Path savepoint = savepointOfHalf(kept, SavepointFormatType.NATIVE, false);
        Configuration settings = kept.in(Jobs.checkpointsIn(checkpoints, savepoint.toString()));
        settings.set(StateRecoveryOptions.RESTORE_MODE, mode);
        KindsJob job = new KindsJob(settings);
        job.intervalMs = 1_000_000;
        job.restarts = 1;
        RunningJob running = job.start();
        job.gate.letReadUpTo(HALF + 10);
        Await.until("ten more were kept", () -> job.told.size() == 10);
        job.fault.arm();
        job.gate.open();
        running.awaitFinished();
        assertThat(job.fault.struck()).isEqualTo(1);
        List<String> expected = new ArrayList<>(KindsJob.expected(HALF, HALF + 10));
        expected.addAll(KindsJob.expected(HALF, KindsJob.LAST));
        assertThat(job.told.values()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(Files.exists(savepoint)).isEqualTo(mode != RestoreMode.CLAIM);
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("CK-85, SB-4: a checkpoint on the other backend goes on, or says what to do")
    void aCheckpointOnTheOtherBackend(Kept kept) throws Exception {
        KindsJob first = new KindsJob(kept.in(Jobs.checkpointsIn(checkpoints)));
        RunningJob running = first.start();
        first.read(HALF, 0);
        running.cancel();
        Path checkpoint = CheckpointFolder.at(checkpoints).newest();
        KindsJob job =
                new KindsJob(
                        kept.elsewhere()
                                .in(
                                        Jobs.checkpointsIn(
                                                directory.resolve("other"),
                                                checkpoint.toString())));
        job.gate.open();
        Throwable refusal = catchThrowable(() -> job.start().awaitFinished());
        if (kept.backend().equals("hashmap")) {
            // RocksDB reads them, whole or in layers, which is more than was promised.
            assertThat(refusal).isNull();
            assertThat(job.told.values())
                    .containsExactlyInAnyOrderElementsOf(KindsJob.expected(HALF, KindsJob.LAST));
            return;
        }
        assertThat(refusal).isNotNull();
        assertThat(Throwables.messages(refusal))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .containsIgnoringCase("canonical")
                                        .contains("savepoint"));
        assertThat(job.told.values()).isEmpty();
    }

    @Test
    @DisplayName("ST-46: timers move between RocksDB and the heap from one run to the next")
    void timersMove() throws Exception {
        Path savepoint =
                savepointOfHalf(Kept.IN_ROCKSDB_BY_FILES, SavepointFormatType.NATIVE, false);
        Configuration settings =
                Kept.IN_ROCKSDB_BY_FILES.in(Jobs.checkpointsIn(checkpoints, savepoint.toString()));
        settings.setString("state.backend.rocksdb.timer-service.factory", "HEAP");
        KindsJob onTheHeap = new KindsJob(settings);
        onTheHeap.parallelism = 3;
        RunningJob running = onTheHeap.start();
        onTheHeap.read(HALF + 20, HALF);
        Path next =
                SavepointFolder.path(
                        running.client()
                                .triggerSavepoint(
                                        directory.resolve("next").toString(),
                                        SavepointFormatType.NATIVE));
        running.cancel();
        KindsJob back =
                new KindsJob(Kept.IN_ROCKSDB.in(Jobs.checkpointsIn(checkpoints, next.toString())));
        back.gate.open();
        back.start().awaitFinished();
        assertThat(back.told.values())
                .containsExactlyInAnyOrderElementsOf(KindsJob.expected(HALF + 20, KindsJob.LAST));
    }
}
