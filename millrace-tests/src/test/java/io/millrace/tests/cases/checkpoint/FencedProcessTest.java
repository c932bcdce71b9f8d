// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.components.Await;
import io.millrace.tests.components.Checkpoints;
import io.millrace.tests.components.JobProcess;
import io.millrace.tests.kit.UnlockedFileSystem;
import io.millrace.tests.mounts.Mounts;
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

/** A process is held for dead, replaced, and goes on; on a mount if {@link Mounts} has some. */
@Tag("soak")
@Timeout(1200)
public class FencedProcessTest {

    private static final int TAKE_OVERS = Integer.getInteger("millrace.mounts.takeovers", 3);
    private static final Duration DEADLINE = Duration.ofSeconds(100);

    @TempDir Path directory;

    private final List<JobProcess> all = new ArrayList<>();

    @Test
    @DisplayName(
            "a process that was stopped, replaced and woken completes nothing, says by whom, and each result is there once")
    void whoWakesUpTooLateIsFencedAndEachResultIsThereOnce() throws Exception {
        long seed = Long.getLong("millrace.fencing.seed", System.nanoTime());
        Random random = new Random(seed);
        try {
            JobProcess running = start();
            for (int i = 0; i < TAKE_OVERS; i++) {
                long began = System.nanoTime();
                awaitCheckpoints(running, 2);
                Await.awayFor(Duration.ofMillis(random.nextInt(100))); // anywhere in its life
                running.signal("STOP");
                JobProcess next = start();
                awaitCheckpoints(next, 2);
                running.signal("CONT");
                assertThat(running.awaitEnd(DEADLINE))
                        .as("-Dmillrace.fencing.seed=%d\n%s", seed, running.said())
                        .isNotZero();
                assertThat(running.said())
                        .contains("was taken over by process " + next.pid())
                        .contains("Recovery is suppressed");
                assertThat(next.said()).contains("is taken over from process " + running.pid());
                running = next;
                say("take-over %d after %d ms", i, ms(began));
            }
            long began = System.nanoTime();
            Files.createFile(directory.resolve(CountingProcess.MAY_END));
            running.awaitSuccess(DEADLINE);
            say("the end after %d ms", ms(began));
        } finally {
            all.forEach(JobProcess::close);
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

    private static long ms(long began) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    private void say(String format, Object... values) {
        System.out.println("take-overs in " + directory + ": " + format.formatted(values));
    }

    private JobProcess start() throws IOException {
        JobProcess process =
                JobProcess.java(
                        "process " + all.size() + " of those that replace each other",
                        directory.resolve("log-" + all.size() + ".txt"),
                        CountingProcess.class,
                        List.of(
                                Mounts.seenBy(all.size(), directory).toString(),
                                // A local disk would have a lock, and no second process.
                                Mounts.any() ? "file" : UnlockedFileSystem.SCHEME));
        all.add(process);
        return process;
    }

    /** So many that this process began, each after its take-over. */
    private void awaitCheckpoints(JobProcess process, int more) {
        long before = newestCheckpoint();
        process.await(
                "checkpoint " + (before + more) + " is complete",
                DEADLINE,
                () -> newestCheckpoint() >= before + more);
    }

    private long newestCheckpoint() {
        return Checkpoints.newest(directory.resolve(CountingProcess.CHECKPOINTS));
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
