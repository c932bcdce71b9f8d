// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
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
 * Processes that are killed, and a gateway that goes away, on a real Ceph with its data on disk.
 */
@Tag("soak")
@Timeout(900)
class CephKillsTest {

    private static final int KILLS = 10;
    private static final long NUMBERS = 20_000;
    private static final int KILLED = 128 + 9;

    @TempDir Path directory;

    private Configuration store;
    private S3FileSystem fs;
    private String endpoint;

    @BeforeEach
    void makeBucket() throws Exception {
        endpoint = CephCluster.onDisk().endpoint();
        store = CephCluster.settings(endpoint);
        FileSystem.initialize(store);
        fs = Buckets.fresh(store);
    }

    @AfterEach
    void forget() {
        FileSystem.initialize(new Configuration());
    }

    @Test
    void eachRecordIsInTheFilesOnceThoughTheProcessIsKilledTenTimes() throws Exception {
        long seed = Long.getLong("millrace.firstSeed", System.nanoTime());
        System.out.println("Kills by seed " + seed + " (-Dmillrace.firstSeed)");
        Random random = new Random(seed);
        NumbersJob job = new NumbersJob(fs, store);
        job.numbers = NUMBERS;
        int kills = 0;
        while (kills < KILLS) {
            List<String> before = job.checkpoints();
            Process process = start(1 + random.nextInt(3));
            if (random.nextInt(4) > 0) {
                // Else it is killed while it starts.
                Await.until(
                        "a further checkpoint is complete",
                        () -> !process.isAlive() || !newer(job, before).isEmpty());
            }
            if (process.waitFor(random.nextInt(2_000), TimeUnit.MILLISECONDS)) {
                assertThat(process.exitValue()).as(said()).isZero();
                break; // it came to the end
            }
            process.destroyForcibly();
            assertThat(process.waitFor()).isEqualTo(KILLED);
            kills++;
        }
        Process last = start(2);
        try {
            assertThat(last.waitFor(300, TimeUnit.SECONDS)).as(said()).isTrue();
        } finally {
            last.destroyForcibly();
        }
        assertThat(last.exitValue()).as(said()).isZero();
        System.out.println(
                kills + " kills, " + job.lines().size() + " lines of " + job.numbers + " numbers");
        assertThat(kills).isEqualTo(KILLS);
        job.assertEachOnce();
        Buckets.assertNothingUnfinished(fs);
    }

    private static List<String> newer(NumbersJob job, List<String> before) {
        try {
            List<String> now = new ArrayList<>(job.checkpoints());
            now.removeAll(before);
            return now;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process start(int parallelism) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx400m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NumbersProcess.class.getName(),
                        endpoint,
                        fs.bucket(),
                        String.valueOf(parallelism),
                        String.valueOf(NUMBERS),
                        "700",
                        "hashmap")
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(directory.resolve("log.txt").toFile()))
                .start();
    }

    private String said() throws IOException {
        return Files.readString(directory.resolve("log.txt"));
    }

    @Test
    void aGatewayThatIsGoneForTwentySecondsCostsNoRecord() throws Exception {
        store.setString("s3.attempts.maximum", "3");
        FileSystem.initialize(store);
        NumbersJob job = new NumbersJob(fs, store);
        job.numbers = 15_000;
        job.perSecond = 1_000;
        job.resuming = true;
        JobClient client = job.start(2);
        Await.until("checkpoints are complete", () -> NumbersJob.COMPLETED.get() >= 4);
        CephCluster ceph = CephCluster.onDisk();
        ceph.stopGateway();
        TimeUnit.SECONDS.sleep(20); // so long it is gone
        ceph.startGateway();
        NumbersJob.awaitEnd(client);
        System.out.println(
                "Gateway gone for 20 s: "
                        + NumbersJob.STARTS.get() / 2
                        + " starts, "
                        + job.lines().size()
                        + " lines of "
                        + job.numbers
                        + " numbers");
        assertThat(NumbersJob.STARTS.get()).isGreaterThan(2);
        job.assertEachOnce();
        Buckets.assertNothingUnfinished(fs);
    }
}
