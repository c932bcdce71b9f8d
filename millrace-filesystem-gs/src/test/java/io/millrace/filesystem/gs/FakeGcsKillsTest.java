// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import io.millrace.tests.components.Await;
import io.millrace.tests.components.NumbersJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are killed, and some that are thought dead and are not, with all their files on a
 * stand-in for the store, which lives in the test's own process.
 */
@Timeout(900)
class FakeGcsKillsTest {

    private static final int KILLED = 128 + 9;

    /** Numbers in a second, so few that a process cannot come to its end. */
    private static final int SLOWLY = 15;

    @TempDir Path directory;

    private final List<Process> all = new ArrayList<>();
    private FakeGcsServer server;
    private GsFileSystem fs;
    private NumbersJob job;
    private Random random;

    @BeforeEach
    void makeBucket() throws Exception {
        server = new FakeGcsServer();
        Configuration store = server.settings();
        FileSystem.initialize(store);
        fs = Buckets.fresh(store);
        job = new NumbersJob(fs, store);
        long seed = Long.getLong("millrace.firstSeed", System.nanoTime());
        System.out.println("Kills by seed " + seed + " (-Dmillrace.firstSeed)");
        random = new Random(seed);
    }

    @AfterEach
    void forget() {
        all.forEach(Process::destroyForcibly);
        server.close();
        FileSystem.initialize(new Configuration());
    }

    @Test
    void eachRecordIsInTheFilesOnceThoughTheProcessIsKilledTwice() throws Exception {
        kill(2, 4_000, "hashmap");
    }

    @Tag("soak")
    @Test
    void eachRecordIsInTheFilesOnceThoughTheProcessIsKilledTenTimes() throws Exception {
        kill(10, 20_000, "hashmap");
    }

    @Tag("soak")
    @Test
    void eachRecordIsInTheFilesOnceThoughOneWithRocksDbIsKilledTenTimes() throws Exception {
        kill(10, 20_000, "rocksdb");
    }

    private void kill(int wanted, long numbers, String backend) throws Exception {
        job.numbers = numbers;
        int kills = 0;
        while (kills < wanted) {
            List<String> before = job.checkpoints();
            Process process = start(1 + random.nextInt(3), 700, backend);
            if (random.nextInt(4) > 0) {
                // Else it is killed while it starts.
                awaitCheckpoint(process, before);
            }
            if (process.waitFor(random.nextInt(2_000), TimeUnit.MILLISECONDS)) {
                assertThat(process.exitValue()).as(said(process)).isZero();
                break; // it came to the end
            }
            process.destroyForcibly();
            assertThat(process.waitFor()).isEqualTo(KILLED);
            kills++;
        }
        awaitEnd(start(2, 4_000, backend));
        System.out.println(
                kills
                        + " kills with "
                        + backend
                        + ", "
                        + job.lines().size()
                        + " lines of "
                        + job.numbers
                        + " numbers");
        assertThat(kills).isEqualTo(wanted);
        job.assertEachOnce();
        Buckets.assertNothingUnfinished(fs);
    }

    @Test
    void whoWakesUpTooLateIsFencedAndEachRecordIsInTheFilesOnce() throws Exception {
        takeOver(1);
    }

    @Tag("soak")
    @Test
    void eachOfThreeWhoWakeUpTooLateIsFencedAndEachRecordIsInTheFilesOnce() throws Exception {
        takeOver(3);
    }

    private void takeOver(int times) throws Exception {
        job.numbers = 6_000;
        Process running = start(2, SLOWLY, "hashmap");
        awaitCheckpoint(running, List.of());
        for (int i = 0; i < times; i++) {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(200)); // anywhere in its life
            signal("STOP", running);
            List<String> before = job.checkpoints();
            Process next = start(1 + random.nextInt(2), SLOWLY, "hashmap");
            awaitCheckpoint(next, before);
            signal("CONT", running);
            assertThat(running.waitFor(120, TimeUnit.SECONDS)).as(said(running)).isTrue();
            assertThat(running.exitValue()).as(said(running)).isNotZero();
            assertThat(said(running)).contains("was taken over by process " + next.pid());
            assertThat(said(next)).contains("is taken over from process " + running.pid());
            running = next;
        }
        // And one that was never stopped.
        Process last = start(2, 4_000, "hashmap");
        boolean ended = running.waitFor(120, TimeUnit.SECONDS);
        assertThat(ended).as(said(running) + "\nand the last one:\n" + said(last)).isTrue();
        assertThat(running.exitValue()).as(said(running)).isNotZero();
        long fenced = System.currentTimeMillis();
        awaitEnd(last);
        System.out.println(
                (times + 1)
                        + " take-overs, "
                        + job.lines().size()
                        + " lines of "
                        + job.numbers
                        + " numbers");
        job.assertEachOnce();
        assertThat(server.keys()).noneMatch(key -> key.contains("/chk-"));
        assertOnlyFencedHaveLeftPieces(times + 1, fenced);
    }

    /**
     * Who is fenced has told its last checkpoint of files that it had begun, and can't know whether
     * whoever came after it goes on from there. So their pieces may stay: of each subtask those of
     * two files at most, one that was pending and one in progress. Nothing else may.
     *
     * @param processes that were fenced
     * @param fenced when the last of them had ended
     */
    private void assertOnlyFencedHaveLeftPieces(int processes, long fenced) throws IOException {
        List<GsStore.Listed> left =
                fs.store().listAll("").stream()
                        .filter(object -> object.key().contains(".inprogress."))
                        .toList();
        System.out.println(left.size() + " pieces left: " + left);
        assertThat(left).hasSizeLessThanOrEqualTo(processes * 2 * 2);
        for (GsStore.Listed piece : left) {
            assertThat(piece.modified()).as(piece.key()).isLessThanOrEqualTo(fenced);
            String file = piece.key().replaceFirst("/\\.(.*)\\.inprogress\\..*", "/$1");
            assertThat(server.keys()).as("finished files").doesNotContain(file);
        }
    }

    private static void signal(String name, Process process) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    private void awaitCheckpoint(Process process, List<String> before) throws IOException {
        Await.until(
                "a further checkpoint is complete", () -> !process.isAlive() || isNewer(before));
        if (!process.isAlive()) {
            assertThat(process.exitValue()).as(said(process)).isZero();
        }
    }

    private boolean isNewer(List<String> before) {
        try {
            return !before.containsAll(job.checkpoints());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitEnd(Process process) throws Exception {
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).as(said(process)).isTrue();
        assertThat(process.exitValue()).as(said(process)).isZero();
    }

    private Process start(int parallelism, int perSecond, String backend) throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx400m",
                                "-XX:TieredStopAtLevel=1",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                                "-cp",
                                System.getProperty("java.class.path"),
                                NumbersProcess.class.getName(),
                                server.endpoint(),
                                fs.store().bucket(),
                                String.valueOf(parallelism),
                                String.valueOf(job.numbers),
                                String.valueOf(perSecond),
                                backend)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("log-" + all.size() + ".txt").toFile())
                        .start();
        all.add(process);
        return process;
    }

    private String said(Process process) throws IOException {
        return Files.readString(directory.resolve("log-" + all.indexOf(process) + ".txt"));
    }
}
