// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.components.Await;
import io.millrace.tests.components.CountingJob;
import io.millrace.tests.components.Door;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.kinesis.model.Shard;

/**
 * Stream (of an emulator), keyed counts, exactly-once files, in a process of its own that is killed
 * without warning, and one that is cut off from the stream for seconds; shards are split and merged
 * meanwhile. Every record is once in the files, with the count that its key has when no record is
 * missing, twice there or out of order.
 */
@Timeout(900)
@Execution(ExecutionMode.SAME_THREAD)
class EmulatorKilledJobTest {

    private static final int KILLED = 128 + 9;

    @TempDir Path directory;

    private KinesisEmulator emulator;
    private Door door;
    private String arn;
    private Process process;
    private Thread writer;
    private final AtomicInteger written = new AtomicInteger();
    private final AtomicBoolean wound = new AtomicBoolean();

    @Test
    @DisplayName("Emulator, proof 1: killed at two seeded moments; every record is there once")
    void twoKills() throws Exception {
        killed(2, 200);
    }

    @Test
    @Tag("soak")
    @DisplayName("Emulator, proof 1: killed at ten seeded moments; every record is there once")
    void tenKills() throws Exception {
        killed(10, 200);
    }

    @Test
    @DisplayName(
            "Emulator, proof 1: cut off for three seconds, twice; the job goes on, every record is"
                    + " there once")
    void cutOff() throws Exception {
        begin();
        try {
            for (int cut = 0; cut < 2; cut++) {
                awaitRows(rows().size() + 200);
                door.shut();
                // How long the world is gone is the subject, and no wait for something.
                long until = System.nanoTime() + 3_000_000_000L;
                Await.until("three seconds are over", () -> System.nanoTime() > until);
                assertThat(process.isAlive()).as(said()).isTrue();
                door.open();
                reshard(cut);
            }
            finish();
        } finally {
            end();
        }
        assertThat(door.refused()).isPositive();
        check("cut off twice for 3 s, " + door.refused() + " connections refused");
    }

    private void killed(int kills, int rowsBetween) throws Exception {
        long seed = Long.getLong("millrace.firstSeed", System.nanoTime());
        System.out.println("Kinesis emulator: kills with -Dmillrace.firstSeed=" + seed);
        Random random = new Random(seed);
        int withRows = 0;
        begin();
        try {
            for (int kill = 0; kill < kills; kill++) {
                awaitRows(rows().size() + rowsBetween);
                // The moment is any, between and inside of checkpoints, 50 ms apart.
                LockSupport.parkNanos(random.nextInt(400_000_000));
                assertThat(process.isAlive()).as(said()).isTrue();
                process.destroyForcibly();
                assertThat(process.waitFor()).isEqualTo(KILLED);
                withRows += rows().isEmpty() ? 0 : 1;
                reshard(kill);
                process = start();
            }
            finish();
        } finally {
            end();
        }
        check(kills + " kills, " + withRows + " of them with rows written before");
    }

    private void begin() throws Exception {
        emulator = KinesisEmulator.get();
        door = new Door(emulator.port);
        arn = emulator.stream(2);
        process = start();
        writer =
                new Thread(
                        () -> {
                            while (!wound.get()) {
                                int from = written.get();
                                emulator.put(arn, from, from + 20, CountingJob.KEYS);
                                written.set(from + 20);
                                LockSupport.parkNanos(20_000_000);
                            }
                        },
                        "writes records");
        writer.start();
    }

    /** One change of the shards, while records are written. */
    private void reshard(int which) throws Exception {
        List<Shard> open = emulator.openShards(arn);
        if (which % 2 == 0) {
            emulator.split(arn, open.get(0));
        } else {
            Shard[] pair = EmulatorSourceTest.adjacent(open);
            emulator.merge(arn, pair[0], pair[1]);
        }
    }

    private void finish() throws Exception {
        wound.set(true);
        writer.join();
        awaitRows(written.get());
    }

    private void end() throws Exception {
        wound.set(true);
        writer.join();
        process.destroyForcibly().waitFor();
        door.close();
    }

    /** Waits as long as rows come. */
    private void awaitRows(int count) throws Exception {
        for (int seen = rows().size(); seen < count; seen = rows().size()) {
            int before = seen;
            try {
                Await.until(
                        "more than " + seen + " of " + count + " rows are visible",
                        () -> {
                            LockSupport.parkNanos(50_000_000);
                            return rows().size() > before || !process.isAlive();
                        });
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "; the process says " + said(), e);
            }
            assertThat(process.isAlive()).as(said()).isTrue();
        }
    }

    private void check(String what) throws Exception {
        List<String> rows = rows();
        System.out.println(
                "Kinesis emulator, "
                        + what
                        + ": "
                        + written.get()
                        + " records written, "
                        + rows.size()
                        + " rows, "
                        + rows.stream().distinct().count()
                        + " distinct, "
                        + emulator.shards(arn).size()
                        + " shards");
        // A record that came out of order within its key would have another count.
        assertThat(rows).containsExactlyInAnyOrderElementsOf(CountingJob.expected(written.get()));
    }

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CountingProcess.class.getName(),
                        directory.toString(),
                        Integer.toString(door.port()),
                        arn)
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

    private List<String> rows() throws IOException {
        return CountingJob.written(directory);
    }
}
