// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.components.Await;
import io.millrace.tests.kafka.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kafka, state, Kafka exactly-once: the process is killed without warning, the broker is away. */
@Timeout(600)
class KilledJobTest {

    private static final int KILLED = 128 + 9;
    private static final int PARTITIONS = 3;

    @TempDir Path directory;

    private Topics topics;
    private String servers;

    @BeforeEach
    void connect() throws Exception {
        servers = KafkaBroker.shared().servers();
        topics = new Topics(servers);
    }

    @AfterEach
    void disconnect() {
        topics.close();
    }

    @Test
    void eachRecordComesOnceThoughTheProcessIsKilledTwice() throws Exception {
        kill(2);
    }

    @Test
    @Tag("soak")
    void eachRecordComesOnceThoughTheProcessIsKilledTenTimes() throws Exception {
        kill(10);
    }

    /** Each time when a drawn number of records and marks has arrived, committed or not. */
    private void kill(int times) throws Exception {
        long seed = Long.getLong("millrace.kills.seed", System.nanoTime());
        Random random = new Random(seed);
        String in = topics.create(PARTITIONS);
        String out = topics.create(PARTITIONS);
        Counted counted = new Counted(topics, in, PARTITIONS);
        for (int kill = 0; kill < times; kill++) {
            Process process = start(in, out);
            try {
                long goal = topics.length(out) + 50 + random.nextInt(400);
                Await.until(
                        "the output is " + goal + " long before kill " + kill,
                        () -> {
                            counted.send(1 + random.nextInt(20));
                            return topics.length(out) >= goal || !process.isAlive();
                        });
                assertThat(process.isAlive()).as(said()).isTrue();
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.waitFor()).isEqualTo(KILLED);
        }
        Process last = start(in, out);
        try {
            Await.until(
                    "all are committed",
                    () -> topics.committed(out).size() >= counted.size() || !last.isAlive());
            assertThat(last.isAlive()).as(said()).isTrue();
        } finally {
            last.destroyForcibly().waitFor();
        }
        counted.assertEachOnce(topics.committed(out));
        System.out.println(
                "Kafka to Kafka, killed "
                        + times
                        + " times (-Dmillrace.kills.seed="
                        + seed
                        + "): "
                        + counted.size()
                        + " records, each once; "
                        + topics.all(out).size()
                        + " written with those of aborted transactions");
    }

    private Process start(String in, String out) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CountingProgram.class.getName(),
                        servers,
                        in,
                        out,
                        directory.resolve("checkpoints").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    private Path log() {
        return directory.resolve("process.log");
    }

    private String said() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void eachRecordComesOnceThoughTheBrokerIsAwayForAWhile() throws Exception {
        KafkaBroker broker = KafkaBroker.startNew();
        try (Topics own = new Topics(broker.servers())) {
            String in = own.create(PARTITIONS);
            String out = own.create(PARTITIONS);
            Counted counted = new Counted(own, in, PARTITIONS);
            var env =
                    CountingProgram.build(Jobs.restarting(2, directory), broker.servers(), in, out);
            var job = env.executeAsync("counts");
            Await.until(
                    "some are committed",
                    () -> {
                        counted.send(20);
                        return own.committed(out).size() > 200;
                    });
            broker.stop();
            Await.awayFor(java.time.Duration.ofSeconds(3));
            broker.start();
            counted.send(200);
            Await.until(
                    "all are committed",
                    () -> {
                        assertThat(job.getJobExecutionResult()).isNotDone();
                        return own.committed(out).size() >= counted.size();
                    });
            Jobs.cancel(job);
            counted.assertEachOnce(own.committed(out));
            System.out.println(
                    "Kafka to Kafka, broker away for 3 s: "
                            + counted.size()
                            + " records, each once");
        } finally {
            broker.stop();
        }
    }
}
