// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.kit.Await;
import io.millrace.tests.kit.UnlockedFileSystem;
import io.millrace.tests.mounts.Mounts;
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

/** A process is held for dead, replaced, and goes on; on a mount if {@link Mounts} has some. */
@Tag("soak")
@Timeout(1200)
public class FencedProcessTest {

    private static final int TAKE_OVERS = Integer.getInteger("millrace.mounts.takeovers", 3);
    private static final Duration DEADLINE = Duration.ofSeconds(Mounts.any() ? 400 : 120);

    @TempDir Path directory;

    private final List<Process> all = new ArrayList<>();

    @Test
    @DisplayName(
            "a process that was stopped, replaced and woken completes nothing, says by whom, and each result is there once")
    void whoWakesUpTooLateIsFencedAndEachResultIsThereOnce() throws Exception {
        long seed = Long.getLong("millrace.fencing.seed", System.nanoTime());
        Random random = new Random(seed);
        try {
            Process running = start();
            for (int i = 0; i < TAKE_OVERS; i++) {
                awaitCheckpoints(running, 2);
                awaitMillis(random.nextInt(100)); // anywhere in its life
                signal("STOP", running);
                Process next = start();
                awaitCheckpoints(next, 2);
                signal("CONT", running);
                assertThat(running.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                        .as("-Dmillrace.fencing.seed=%d\n%s", seed, said(running))
                        .isTrue();
                assertThat(running.exitValue()).as(said(running)).isNotZero();
                assertThat(said(running))
                        .contains("was taken over by process " + next.pid())
                        .contains("Recovery is suppressed");
                assertThat(said(next)).contains("is taken over from process " + running.pid());
                running = next;
            }
            Files.createFile(directory.resolve(CountingProcess.MAY_END));
            assertThat(running.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .as(said(running))
                    .isTrue();
            assertThat(running.exitValue()).as(said(running)).isZero();
        } finally {
            all.forEach(Process::destroyForcibly);
        }

        Map<Long, TreeSet<Long>> places = new HashMap<>();
        List<Long> numbers = new ArrayList<>();
        for (String row : rows()) {
            String[] parts = row.split(" ", -1);
            long number = Long.parseLong(parts[0]);
            numbers.add(number);
            places.computeIfAbsent(number % CountingProcess.DIGITS, digit -> new TreeSet<>())
                    .add(Long.parseLong(parts[1]));
        }
        assertThat(numbers)
                .as("-Dmillrace.fencing.seed=%d", seed)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, CountingProcess.NUMBERS).boxed().toList());
        long each = CountingProcess.NUMBERS / CountingProcess.DIGITS;
        assertThat(places.values())
                .allSatisfy(
                        of ->
                                assertThat(of)
                                        .containsExactlyElementsOf(
                                                LongStream.rangeClosed(1, each).boxed().toList()));
    }

    private Process start() throws IOException {
        Path log = directory.resolve("log-" + all.size() + ".txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx192m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                                "-cp",
                                System.getProperty("java.class.path"),
                                CountingProcess.class.getName(),
                                Mounts.seenBy(all.size(), directory).toString(),
                                // A local disk would have a lock, and no second process.
                                Mounts.any() ? "file" : UnlockedFileSystem.SCHEME)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        all.add(process);
        return process;
    }

    private String said(Process process) throws IOException {
        return Files.readString(directory.resolve("log-" + all.indexOf(process) + ".txt"));
    }

    private static void signal(String name, Process process) throws Exception {
        assertThat(
                        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                                .start()
                                .waitFor())
                .isZero();
    }

    private static void awaitMillis(int millis) {
        long until = System.nanoTime() + millis * 1_000_000L;
        Await.until("a moment", () -> System.nanoTime() >= until);
    }

    /** So many that this process began, each after its take-over. */
    private void awaitCheckpoints(Process process, int more) throws IOException {
        long before = newestCheckpoint();
        Await.until(
                more + " checkpoints of process " + process.pid(),
                DEADLINE,
                () -> newestCheckpoint() >= before + more || !process.isAlive());
        assertThat(process.isAlive()).as(said(process)).isTrue();
    }

    /** The largest id of a checkpoint whose manifest is visible, 0 for none. */
    private long newestCheckpoint() {
        Path checkpoints = directory.resolve(CountingProcess.CHECKPOINTS);
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
        try (Stream<Path> files = Files.walk(directory.resolve(CountingProcess.ROWS))) {
            for (Path file :
                    files.filter(Files::isRegularFile)
                            .filter(f -> !f.getFileName().toString().startsWith("."))
                            .toList()) {
                all.addAll(Files.readAllLines(file));
            }
        }
        return all;
    }
}
