// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.savepoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.RestoreMode;
import io.millrace.tests.cases.KindsJob;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** CK-81, C13: what of a retained checkpoint stays, in whose care, and for how long. */
@Timeout(180)
class ClaimModesTest {

    private static final long HALF = KindsJob.LAST / 2;
    private static final long MORE = HALF + 20;

    @TempDir Path directory;
    private Path first;
    private Path second;
    private Path retained;

    @BeforeEach
    void directories() {
        first = directory.resolve("first");
        second = directory.resolve("second");
    }

    private void leaveCheckpoint(Kept kept) throws Exception {
        KindsJob job = new KindsJob(kept.in(Jobs.checkpointsIn(first)));
        job.parallelism = 2;
        RunningJob running = job.start();
        job.read(HALF / 2, 0);
        job.read(HALF, 0); // layers and files of several checkpoints
        running.cancel();
        retained = CheckpointFolder.at(first).newest();
    }

    private Configuration from(Kept kept, RestoreMode mode, String path) {
        Configuration settings = kept.in(Jobs.checkpointsIn(second, path));
        return settings.set(StateRecoveryOptions.RESTORE_MODE, mode);
    }

    /** A job goes on from the checkpoint until it has some of its own. */
    private RunningJob goOn(Kept kept, RestoreMode mode) throws Exception {
        KindsJob job = new KindsJob(from(kept, mode, retained.toString()));
        RunningJob running = job.start();
        job.read(MORE, HALF);
        assertThat(job.told.values())
                .containsExactlyInAnyOrderElementsOf(KindsJob.expected(HALF, MORE));
        return running;
    }

    /** And another from the newest of those. */
    private void goOnFromTheOwn(Kept kept) throws Exception {
        KindsJob job = new KindsJob(from(kept, RestoreMode.NO_CLAIM, "latest"));
        job.parallelism = 3;
        RunningJob running = job.start();
        job.log.awaitFurtherCompleted(6);
        job.gate.open();
        running.awaitFinished();
        assertThat(job.told.values())
                .containsExactlyInAnyOrderElementsOf(KindsJob.expected(MORE, KindsJob.LAST));
    }

    private static Map<Path, Long> files(Path root) {
        Map<Path, Long> sizes = new TreeMap<>();
        CheckpointFolder.at(root)
                .files()
                .filter(file -> !file.getFileName().toString().equals("lock"))
                .forEach(file -> sizes.put(file, file.toFile().length()));
        return sizes;
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(names = {"ON_THE_HEAP_IN_LAYERS", "IN_ROCKSDB_BY_FILES"})
    @DisplayName("CK-81, C13 NO_CLAIM: nothing of it goes, and the job's own checkpoints need none")
    void noClaim(Kept kept) throws Exception {
        leaveCheckpoint(kept);
        Map<Path, Long> before = files(first);
        goOn(kept, RestoreMode.NO_CLAIM).suspend();
        assertThat(files(first)).isEqualTo(before);
        try (Stream<Path> all = Files.walk(first)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        goOnFromTheOwn(kept);
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName(
            "CK-81, C13 CLAIM: it goes with those that follow it, its shared files with the last")
    void claim(Kept kept) throws Exception {
        leaveCheckpoint(kept);
        RunningJob running = goOn(kept, RestoreMode.CLAIM);
        Await.until("the claimed one is gone", () -> !Files.exists(retained));
        running.suspend();
        goOnFromTheOwn(kept);
        assertThat(CheckpointFolder.at(first).checkpoints()).isEmpty();
        assertThat(files(first).keySet()).isEmpty();
        assertThat(CheckpointFolder.at(second).checkpoints()).isEmpty();
        assertThat(files(second).keySet()).isEmpty();
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(names = {"ON_THE_HEAP_IN_LAYERS", "IN_ROCKSDB_BY_FILES"})
    @DisplayName("CK-81, C13 LEGACY: nothing of it ever goes, whatever refers to it")
    void legacy(Kept kept) throws Exception {
        leaveCheckpoint(kept);
        Map<Path, Long> before = files(first);
        goOn(kept, RestoreMode.LEGACY).suspend();
        assertThat(files(first)).isEqualTo(before);
        goOnFromTheOwn(kept);
        assertThat(files(first)).isEqualTo(before);
        List<String> again = KindsJob.expected(HALF, KindsJob.LAST);
        KindsJob job = new KindsJob(from(kept, RestoreMode.LEGACY, retained.toString()));
        job.gate.open();
        job.start().awaitFinished();
        assertThat(job.told.values()).containsExactlyInAnyOrderElementsOf(again);
    }
}
