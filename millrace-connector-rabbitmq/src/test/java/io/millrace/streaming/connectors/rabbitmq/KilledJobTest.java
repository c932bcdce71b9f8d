// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.components.Await;
import io.millrace.tests.components.CountingJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Queue, keyed counts, exactly-once files, in a process of its own that is killed without warning,
 * and with a broker that goes away and comes back. Every message is once in the files, and every
 * count of every key.
 */
@Timeout(600)
@Execution(ExecutionMode.SAME_THREAD)
class KilledJobTest {

    private static final int KILLED = 128 + 9;

    @TempDir Path directory;

    private Broker broker;
    private String queue;
    private Process process;
    private String rowsQueue;
    private final List<String> taken = new ArrayList<>();

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
            "Proof 1: the broker stops and comes back; the job goes on, every message is there once")
    void brokerRestarts() throws Exception {
        begin(10_000);
        try {
            awaitCheckpoints(3);
            long left = broker.ready(queue);
            broker.stop();
            broker.start();
            assertThat(left).isPositive();
            finish();
        } finally {
            process.destroyForcibly();
        }
        assertThat(said()).contains("has lost the queue").contains("reads the queue");
        check(10_000, "the broker stopped and started once");
    }

    @Test
    @Tag("soak")
    @DisplayName("Proof 1: the broker is killed twice and comes back; every message is there once")
    void brokerIsKilled() throws Exception {
        begin(20_000);
        try {
            for (int kill = 0; kill < 2; kill++) {
                awaitCheckpoints(CountingJob.newestCheckpoint(directory) + 5);
                broker.kill();
                broker.start();
            }
            finish();
        } finally {
            process.destroyForcibly();
        }
        check(20_000, "the broker was killed twice");
    }

    @Test
    @DisplayName(
            "A process that writes to a queue is killed at two seeded moments: every message and every"
                    + " count is there, some twice")
    void writerIsKilled() throws Exception {
        rowsQueue = Broker.get().queue();
        killed(2, 6_000, seed());
    }

    private static long seed() {
        return Long.getLong("millrace.firstSeed", System.nanoTime());
    }

    private void killed(int kills, int messages, long seed) throws Exception {
        System.out.println("RabbitMQ: kills with -Dmillrace.firstSeed=" + seed);
        Random random = new Random(seed);
        begin(messages);
        int emittedBefore = 0;
        for (int kill = 0; kill < kills; kill++) {
            try {
                awaitCheckpoints(CountingJob.newestCheckpoint(directory) + 1);
                // The moment is any, between and inside of checkpoints, 50 ms apart.
                LockSupport.parkNanos(random.nextInt(400_000_000));
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

    private void begin(int messages) throws Exception {
        broker = Broker.get();
        queue = broker.queue();
        broker.publish(queue, 0, messages, Integer::toString, i -> "id-" + i);
        process = start();
    }

    private void finish() throws Exception {
        broker.publish(queue, 0, 1, i -> CountingProcess.END, i -> CountingProcess.END);
        assertThat(process.waitFor(180, TimeUnit.SECONDS)).as(said()).isTrue();
        assertThat(process.exitValue()).as(said()).isZero();
    }

    private void check(int messages, String what) throws Exception {
        List<String> rows = rows();
        int written = rows.size();
        List<String> numbers = rows.stream().map(row -> row.split(" ", -1)[0]).toList();
        List<String> counts =
                rows.stream().map(row -> row.substring(row.indexOf(' ') + 1)).toList();
        if (rowsQueue != null) {
            // After a kill messages may come in another order, and then have another count.
            numbers = numbers.stream().distinct().toList();
            counts = counts.stream().distinct().toList();
        }
        System.out.println(
                "RabbitMQ: "
                        + what
                        + ": "
                        + messages
                        + " messages, "
                        + written
                        + (rowsQueue == null ? " rows, " : " rows in a queue, ")
                        + numbers.stream().distinct().count()
                        + " different, "
                        + broker.ready(queue)
                        + " left in the queue");
        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, messages).mapToObj(Integer::toString).toList());
        assertThat(counts)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, messages)
                                .mapToObj(
                                        i ->
                                                i % CountingJob.KEYS
                                                        + " "
                                                        + (i / CountingJob.KEYS + 1))
                                .toList());
        assertThat(broker.ready(queue)).isZero();
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
                        Integer.toString(broker.port),
                        queue,
                        rowsQueue == null ? "" : rowsQueue)
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

    private List<String> rows() throws Exception {
        if (rowsQueue == null) {
            return CountingJob.written(directory);
        }
        taken.addAll(
                broker.drain(rowsQueue).stream()
                        .map(m -> new String(m.getBody(), StandardCharsets.UTF_8))
                        .toList());
        return List.copyOf(taken);
    }
}
