// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.savepoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.tests.cases.KindsJob;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole checkpoints and savepoints that earlier versions have written, under {@code formats/} among
 * the test resources, one of each form: a job goes on from each of them, for ever after. They are
 * of {@link KindsJob}, cut at half, which therefore keeps its states and uids.
 *
 * <p>When a format changes, {@code -Dmillrace.newSnapshots=DIRECTORY} writes those of today there;
 * they come beside the older ones, with their version in front.
 */
@Timeout(180)
class OldSnapshotsTest {

    private static final long HALF = KindsJob.LAST / 2;
    private static final long MOST_BYTES = 64 * 1024;
    private static final String TODAY = "1";

    @TempDir Path directory;

    /** A form of snapshot, and who can read it. */
    private enum Form {
        SAVEPOINT(Kept.ON_THE_HEAP, List.of(Kept.ON_THE_HEAP, Kept.IN_ROCKSDB)),
        CHECKPOINT(Kept.ON_THE_HEAP, List.of(Kept.ON_THE_HEAP, Kept.IN_ROCKSDB)),
        LAYERS(Kept.ON_THE_HEAP_IN_LAYERS, List.of(Kept.ON_THE_HEAP_IN_LAYERS)),
        ROCKSDB_SAVEPOINT(Kept.IN_ROCKSDB_BY_FILES, List.of(Kept.IN_ROCKSDB)),
        ROCKSDB_CHECKPOINT(Kept.IN_ROCKSDB_BY_FILES, List.of(Kept.IN_ROCKSDB_BY_FILES));

        private final Kept written;
        private final List<Kept> readers;

        Form(Kept written, List<Kept> readers) {
            this.written = written;
            this.readers = readers;
        }

        String named(String version) {
            return version + "-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static Path samples() throws Exception {
        return Path.of(OldSnapshotsTest.class.getResource("/formats").toURI());
    }

    static Stream<Arguments> all() throws Exception {
        List<Arguments> all = new ArrayList<>();
        try (Stream<Path> found = Files.list(samples())) {
            for (Path sample : found.sorted().toList()) {
                for (Form form : Form.values()) {
                    String name = sample.getFileName().toString();
                    if (name.equals(form.named(name.substring(0, name.indexOf('-'))))) {
                        form.readers.forEach(reader -> all.add(Arguments.of(name, reader)));
                    }
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{displayName}: {0}, {1}")
    @MethodSource("all")
    @DisplayName("Proof 5: a job goes on from what an earlier version has written")
    void goesOn(String name, Kept kept) throws Exception {
        Path old = copy(samples().resolve(name), directory.resolve("old"));
        Configuration settings =
                Jobs.checkpointsIn(directory.resolve("new"), manifestIn(old).toString());
        KindsJob job = new KindsJob(kept.in(settings));
        RunningJob running = job.start();
        job.gate.open();
        running.awaitFinished();
        assertThat(job.told.values())
                .containsExactlyInAnyOrderElementsOf(KindsJob.expected(HALF, KindsJob.LAST));
        assertThat(job.windows.values())
                .containsExactlyInAnyOrderElementsOf(KindsJob.expectedWindows());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Proof 5: there is a small one of each form")
    void thereIsASmallOneOfEachForm(Form form) throws Exception {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(samples().resolve(form.named(TODAY)))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        assertThat(bytes).isPositive().isLessThanOrEqualTo(MOST_BYTES);
    }

    @ParameterizedTest
    @EnumSource
    @EnabledIfSystemProperty(named = "millrace.newSnapshots", matches = ".+")
    @DisplayName("Writes those of today")
    void writesThoseOfToday(Form form) throws Exception {
        Path to = Path.of(System.getProperty("millrace.newSnapshots")).resolve(form.named(TODAY));
        Path checkpoints = directory.resolve("checkpoints");
        KindsJob job = new KindsJob(form.written.in(Jobs.checkpointsIn(checkpoints)));
        RunningJob running = job.start();
        job.read(HALF, 0);
        boolean savepoint = form == Form.SAVEPOINT || form == Form.ROCKSDB_SAVEPOINT;
        Path taken = null;
        if (savepoint) {
            SavepointFormatType type =
                    form == Form.SAVEPOINT
                            ? SavepointFormatType.CANONICAL
                            : SavepointFormatType.NATIVE;
            taken =
                    SavepointFolder.path(
                            running.client()
                                    .triggerSavepoint(directory.resolve("to").toString(), type));
        }
        running.cancel();
        copy(savepoint ? taken : checkpoints, to);
        assertThat(manifestIn(to)).exists();
    }

    private static Path manifestIn(Path snapshot) throws IOException {
        try (Stream<Path> files = Files.walk(snapshot)) {
            return files.filter(file -> file.endsWith("_metadata")).findFirst().orElseThrow();
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("lock")) {
                    Path copied = to.resolve(from.relativize(file).toString());
                    Files.createDirectories(copied.getParent());
                    Files.copy(file, copied);
                }
            }
        }
        return to;
    }
}
