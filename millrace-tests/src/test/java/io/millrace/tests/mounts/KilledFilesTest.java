// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.mounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.kit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files, keyed state, files: killed, and gone on with at another parallelism; of the results
 * nothing unfinished is left. On the disk of the tests, and where {@link Mounts} says so on a
 * mount.
 */
@Tag("soak")
@Timeout(1200)
public class KilledFilesTest {

    private static final int KILLS = Integer.getInteger("millrace.mounts.kills", 10);
    private static final int NUMBERS = 30_000;
    private static final int FILES = 4;
    private static final Duration DEADLINE = Duration.ofSeconds(Mounts.any() ? 400 : 180);

    @TempDir Path directory;

    @Test
    @DisplayName(
            "files to files: killed again and again, at two and three subtasks in turn, each line is there once and no leftover is")
    void eachLineIsThereOnceAfterTenKills() throws Exception {
        long seed = Long.getLong("millrace.mounts.seed", System.nanoTime());
        Random random = new Random(seed);
        Path in = Files.createDirectories(directory.resolve(FilesProcess.IN));
        for (int file = 0; file < FILES; file++) {
            StringBuilder lines = new StringBuilder();
            for (int n = file; n < NUMBERS; n += FILES) {
                lines.append(n).append('\n');
            }
            Files.writeString(in.resolve("numbers-" + file), lines);
        }
        int kills = 0;
        for (int start = 0; start < KILLS; start++) {
            long before = newestCheckpoint();
            Process process = start(start);
            try {
                awaitCheckpoints(process, before + 2);
                long until = System.nanoTime() + random.nextInt(150) * 1_000_000L;
                Await.until("a moment", () -> System.nanoTime() >= until);
            } finally {
                process.destroyForcibly();
            }
            kills += process.waitFor() == 128 + 9 ? 1 : 0;
        }
        Process last = start(KILLS);
        try {
            assertThat(last.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).as(said()).isTrue();
        } finally {
            last.destroyForcibly();
        }
        assertThat(last.exitValue()).as(said()).isZero();

        List<Long> numbers = new ArrayList<>();
        Map<Long, TreeSet<Long>> counts = new HashMap<>();
        for (String row : rows()) {
            String[] parts = row.split(" ", -1);
            long number = Long.parseLong(parts[0]);
            numbers.add(number);
            counts.computeIfAbsent(number % FilesProcess.KEYS, key -> new TreeSet<>())
                    .add(Long.parseLong(parts[1]));
        }
        System.out.printf(
                "files to files in %s: %d kills, %d lines, seed %d%n",
                directory, kills, numbers.size(), seed);
        assertThat(kills).isEqualTo(KILLS);
        assertThat(numbers)
                .as("-Dmillrace.mounts.seed=%d", seed)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, NUMBERS).boxed().toList());
        counts.forEach(
                (key, of) ->
                        assertThat(of)
                                .as("counts of key %d, -Dmillrace.mounts.seed=%d", key, seed)
                                .hasSize((int) of.last().longValue()));
        assertThat(hidden()).as("leftovers").isEmpty();
    }

    private void awaitCheckpoints(Process process, long id) throws IOException {
        try {
            Await.until(
                    "checkpoint " + id,
                    DEADLINE,
                    () -> newestCheckpoint() >= id || !process.isAlive());
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + said(), e);
        }
        assertThat(process.isAlive()).as(said()).isTrue();
    }

    private Process start(int number) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx192m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                        "-Dorg.slf4j.simpleLogger.showDateTime=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FilesProcess.class.getName(),
                        Mounts.seenBy(number, directory).toString(),
                        Integer.toString(2 + number % 2))
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
        Path checkpoints = directory.resolve(FilesProcess.CHECKPOINTS);
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
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve(FilesProcess.OUT))) {
            for (Path file :
                    files.filter(f -> !f.getFileName().toString().startsWith(".")).toList()) {
                all.addAll(Files.readAllLines(file));
            }
        }
        return all;
    }

    /** Of the results, what was begun and is not finished, save what NFS keeps for open files. */
    private List<Path> hidden() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(FilesProcess.OUT))) {
            return files.filter(f -> f.getFileName().toString().startsWith("."))
                    .filter(f -> !f.getFileName().toString().startsWith(".nfs"))
                    .toList();
        }
    }
}
