// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.components.Await;
import io.millrace.tests.components.CountingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Subscription, read by two subtasks, keyed counts, exactly-once files, in a process of its own
 * that is killed without warning, and with a server, our fake in this JVM, that goes away and comes
 * back. Every message is once in the files, and every count of every key.
 */
@Timeout(600)
@Execution(ExecutionMode.SAME_THREAD)
class FakeKilledJobTest {

    private static final int KILLED = 128 + 9;

    @TempDir Path directory;

    private FakePubSubServer fake;
    private Client client;
    private String name;
    private Process process;

    @Test
    @DisplayName(
            "Proof 1: the process is killed at two seeded moments; every message is there once")
    void twoKills() throws Exception {
        killed(2, 8_000, seed());
    }

    @Test
    @Tag("soak")
    @DisplayName(
            "Proof 1: the process is killed at ten seeded moments; every message is there once")
    void tenKills() throws Exception {
        killed(10, 40_000, seed());
    }

    @Test
    @DisplayName(
            "Proof 1: the fake stops for seconds and comes back with its state; the job goes on, every"
                    + " message is there once")
    void fakeRestarts() throws Exception {
        begin(8_000);
        try {
            awaitCheckpoints(3);
            Await.until(
                    "some are acknowledged",
                    () -> fake.acknowledged(Client.subscription(name)) >= 1_000);
            int left = fake.unacknowledged(Client.subscription(name));
            int streams = fake.calls("StreamingPull");
            fake.stop();
            Thread.sleep(4_000); // what is tested is that time passes
            fake.start();
            assertThat(left).isPositive();
            finish();
            assertThat(fake.calls("StreamingPull")).isGreaterThan(streams);
        } finally {
            process.destroyForcibly();
        }
        check(8_000, "the fake stopped for 4 s");
    }

    private static long seed() {
        return Long.getLong("millrace.firstSeed", System.nanoTime());
    }

    private void killed(int kills, int messages, long seed) throws Exception {
        System.out.println("Pub/Sub (fake): kills with -Dmillrace.firstSeed=" + seed);
        Random random = new Random(seed);
        begin(messages);
        int emittedBefore = 0;
        for (int kill = 0; kill < kills; kill++) {
            try {
                int before = fake.delivered(Client.subscription(name));
                Await.until(
                        "it reads",
                        () ->
                                fake.delivered(Client.subscription(name)) >= before + 500
                                        || !process.isAlive());
                awaitCheckpoints(CountingJob.newestCheckpoint(directory) + 1);
                // The moment is any, between and inside of checkpoints, 50 ms apart.
                LockSupport.parkNanos(random.nextInt(300_000_000));
                assertThat(process.isAlive()).as(said()).isTrue();
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.waitFor()).isEqualTo(KILLED);
            emittedBefore += rows().size() > 0 ? 1 : 0;
            process = start();
        }
        try {
            finish();
        } finally {
            process.destroyForcibly();
        }
        check(messages, kills + " kills, " + emittedBefore + " of them with rows written before");
    }

    @BeforeEach
    void connect() throws Exception {
        fake = new FakePubSubServer();
        client = new Client(fake.hostAndPort());
    }

    @AfterEach
    void disconnect() throws Exception {
        client.close();
        fake.close();
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    private void begin(int messages) throws Exception {
        name = client.create();
        client.publish(name, numbers(messages));
        process = start();
    }

    private void finish() throws Exception {
        Await.until(
                "all is acknowledged",
                () -> fake.unacknowledged(Client.subscription(name)) == 0 || !process.isAlive());
        // One for each subtask.
        client.publish(name, List.of(CountingProcess.END, CountingProcess.END));
        assertThat(process.waitFor(180, TimeUnit.SECONDS)).as(said()).isTrue();
        assertThat(process.exitValue()).as(said()).isZero();
    }

    private void check(int messages, String what) throws Exception {
        List<String> rows = rows();
        List<String> numbers = rows.stream().map(row -> row.split(" ", -1)[0]).toList();
        String subscription = Client.subscription(name);
        System.out.println(
                "Pub/Sub (fake): "
                        + what
                        + ": "
                        + messages
                        + " messages, "
                        + fake.delivered(subscription)
                        + " deliveries, "
                        + rows.size()
                        + " rows, "
                        + numbers.stream().distinct().count()
                        + " different, "
                        + fake.unacknowledged(subscription)
                        + " left in the subscription");
        assertThat(numbers).containsExactlyInAnyOrderElementsOf(numbers(messages));
        assertThat(rows.stream().map(row -> row.substring(row.indexOf(' ') + 1)))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, messages)
                                .mapToObj(
                                        i ->
                                                i % CountingJob.KEYS
                                                        + " "
                                                        + (i / CountingJob.KEYS + 1))
                                .toList());
        assertThat(fake.unacknowledged(subscription)).isZero();
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
                        fake.hostAndPort(),
                        name)
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

    private void awaitCheckpoints(long id) throws Exception {
        Await.until(
                "checkpoint " + id,
                () -> CountingJob.newestCheckpoint(directory) >= id || !process.isAlive());
        assertThat(process.isAlive())
                .as(
                        "the process, which has ended with %s; it said %s",
                        process.isAlive() ? "" : process.exitValue(), said())
                .isTrue();
    }

    private List<String> rows() throws IOException {
        return CountingJob.written(directory);
    }
}
