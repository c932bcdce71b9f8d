// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.loops;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.components.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A loop in a process of its own, which is killed without warning again and again. */
@Tag("soak")
@Timeout(300)
class KilledLoopTest {

    private static final int KILLS = 5;
    private static final int KILLED = 128 + 9;

    @TempDir Path directory;

    @Test
    @DisplayName(
            "M16, proof 4: 2,000 records go round while the process is killed five times; each leaves once, its steps exact")
    void eachRecordLeavesOnceThoughTheProcessIsKilledFiveTimes() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            long before = newestCheckpoint();
            Process process = start();
            try {
                Await.until(
                        "two further checkpoints after kill " + kill,
                        () -> newestCheckpoint() >= before + 2 || !process.isAlive());
                assertThat(process.isAlive()).as(said()).isTrue();
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.waitFor()).isEqualTo(KILLED);
            assertThat(rows()).isEmpty();
        }
        Files.createFile(directory.resolve(LoopProcess.MAY_LEAVE));
        Process last = start();
        try {
            assertThat(last.waitFor(120, TimeUnit.SECONDS)).as(said()).isTrue();
        } finally {
            last.destroyForcibly();
        }

        assertThat(last.exitValue()).as(said()).isZero();
        assertThat(rows())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, LoopProcess.NUMBERS)
                                .mapToObj(n -> n + " exact")
                                .toList());
    }

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoopProcess.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    private Path log() {
        return directory.resolve("log.txt");
    }

    private String said() throws IOException {
        return Files.exists(log()) ? Files.readString(log()) : "nothing";
    }

    /** The largest id of a checkpoint whose manifest is visible, 0 for none. */
    private long newestCheckpoint() {
        Path checkpoints = directory.resolve(LoopProcess.CHECKPOINTS);
        if (!Files.exists(checkpoints)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(checkpoints)) {
            return files.filter(file -> file.endsWith("_metadata"))
                    .map(file -> file.getParent().getFileName().toString())
                    .mapToLong(name -> Long.parseLong(name.substring("chk-".length())))
                    .max()
                    .orElse(0);
        } catch (UncheckedIOException | NoSuchFileException e) {
            return 0; // one was removed while they were looked through
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> rows() throws IOException {
        Path rows = directory.resolve(LoopProcess.ROWS);
        List<String> all = new ArrayList<>();
        if (Files.exists(rows)) {
            try (Stream<Path> files = Files.list(rows)) {
                for (Path file :
                        files.filter(f -> !f.getFileName().toString().startsWith(".")).toList()) {
                    all.addAll(Files.readAllLines(file));
                }
            }
        }
        return all;
    }
}
