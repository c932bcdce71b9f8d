// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.mounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.components.Await;
import io.millrace.tests.components.Checkpoints;
import io.millrace.tests.components.JobProcess;
import java.io.IOException;
import java.nio.file.Files;
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
    private static final int NUMBERS = Mounts.any() ? 15_000 : 30_000;
    private static final int FILES = 4;

    /**
     * Between the numbers of a subtask, until all kills are done: the slower the files, the longer.
     */
    private static final Duration PAUSE = Duration.ofMillis(Mounts.any() ? 25 : 1);

    private static final Duration A_START = Duration.ofSeconds(100);
    private static final Duration THE_END = Duration.ofSeconds(240);

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
        for (int start = 0; start < KILLS; start++) {
            long began = System.nanoTime();
            long before = newestCheckpoint();
            try (JobProcess process = start(start, PAUSE)) {
                process.await(
                        "checkpoint " + (before + 2) + " is complete",
                        A_START,
                        () -> newestCheckpoint() >= before + 2);
                Await.awayFor(Duration.ofMillis(random.nextInt(150))); // anywhere in its life
                process.kill();
            }
            say("start %d killed after %d ms behind checkpoint %d", start, ms(began), before + 2);
        }
        long began = System.nanoTime();
        try (JobProcess last = start(KILLS, Duration.ZERO)) {
            last.awaitSuccess(THE_END);
        }
        say("the last start ended after %d ms", ms(began));

        List<Long> numbers = new ArrayList<>();
        Map<Long, TreeSet<Long>> counts = new HashMap<>();
        for (String row : rows()) {
            String[] parts = row.split(" ", -1);
            long number = Long.parseLong(parts[0]);
            numbers.add(number);
            counts.computeIfAbsent(number % FilesProcess.KEYS, key -> new TreeSet<>())
                    .add(Long.parseLong(parts[1]));
        }
        say("%d kills, %d lines, seed %d", KILLS, numbers.size(), seed);
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

    private JobProcess start(int number, Duration pause) throws IOException {
        return JobProcess.java(
                "start " + number + " of the job from files to files",
                directory.resolve("log.txt"),
                FilesProcess.class,
                List.of(
                        Mounts.seenBy(number, directory).toString(),
                        Integer.toString(2 + number % 2),
                        Long.toString(pause.toMillis())));
    }

    private static long ms(long began) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    private void say(String format, Object... values) {
        System.out.println("files to files in " + directory + ": " + format.formatted(values));
    }

    private long newestCheckpoint() {
        return Checkpoints.newest(directory.resolve(FilesProcess.CHECKPOINTS));
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
