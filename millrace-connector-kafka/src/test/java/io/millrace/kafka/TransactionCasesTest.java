// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.kafka.CommitsLater.Gone;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kafka.KafkaBroker;
import io.millrace.util.ExceptionUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that can't do what the program wants of them. */
@Timeout(180)
class TransactionCasesTest {

    private static final long NEVER_MS = 3_600_000;

    /** It expires in the test: long enough to be written, also on a busy machine. */
    private static final String SHORT = "6000";

    private static final String LONG = "600000";

    @TempDir Path directory;

    private String servers;
    private Topics topics;

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
    @DisplayName(
            "K07a: a timeout longer than the broker allows is refused before the first record, with"
                    + " the three numbers")
    void k07ATimeoutLongerThanTheBrokersIsRefused() throws Exception {
        String out = topics.create(1);
        StreamExecutionEnvironment env = Jobs.environment(1, directory, 60_000, null);
        env.fromData("v")
                .sinkTo(
                        Sinks.exactlyOnce(servers, out, "long-" + out)
                                .setProperty("transaction.timeout.ms", "3600000")
                                .build())
                .name("results");

        assertThatThrownBy(() -> env.executeAsync("too long"))
                .hasStackTraceContaining("'results")
                .hasStackTraceContaining("transaction.timeout.ms = 3600000 ms")
                .hasStackTraceContaining("transaction.max.timeout.ms = 900000 ms")
                .hasStackTraceContaining("execution.checkpointing.interval = 60000 ms");
        assertThat(topics.length(out)).isZero();
    }

    @Test
    @DisplayName(
            "K07b: a timeout shorter than the time between checkpoints is warned of, with both")
    void k07ATimeoutShorterThanTheIntervalIsWarnedOf() throws Exception {
        String out = topics.create(1);
        StreamExecutionEnvironment env = Jobs.environment(1, directory, 60_000, null);
        env.fromData("v")
                .sinkTo(
                        Sinks.exactlyOnce(servers, out, "short-" + out)
                                .setProperty("transaction.timeout.ms", "10000")
                                .build());
        try (Logs logs = new Logs()) {
            Jobs.finish(env.executeAsync("too short"));

            assertThat(logs.lines("WARN"))
                    .anyMatch(
                            line ->
                                    line.contains("transaction.timeout.ms = 10000 ms")
                                            && line.contains("60000 ms apart"));
        }
    }

    @Test
    void twoSinksOfOnePrefixAreRefused() throws Exception {
        String out = topics.create(1);
        StreamExecutionEnvironment env = Jobs.environment(1, directory, 60_000, null);
        var values = env.fromData("v");
        values.sinkTo(Sinks.exactlyOnce(servers, out, "same").build()).name("one");
        values.sinkTo(Sinks.exactlyOnce(servers, out, "same").build()).name("other");

        assertThatThrownBy(() -> env.executeAsync("clash"))
                .hasStackTraceContaining("'same' and 'same'")
                .hasStackTraceContaining("setTransactionalIdPrefix");
    }

    @Test
    void whatToDoWhenATransactionIsLostIsFailOrLog() throws Exception {
        String out = topics.create(1);
        StreamExecutionEnvironment env = Jobs.environment(1, directory, 60_000, null);
        env.fromData("v")
                .sinkTo(
                        Sinks.exactlyOnce(servers, out, "what-" + out)
                                .setProperty(SinkSettings.WHEN_LOST, "perhaps")
                                .build());

        assertThatThrownBy(() -> env.executeAsync("perhaps"))
                .hasStackTraceContaining("'fail' or 'log', and not 'perhaps'");
    }

    /**
     * A run whose transaction of 7 records is prepared by its first checkpoint; the process is gone
     * before or after it is committed, and the broker lets it expire.
     *
     * @return where the checkpoint lies
     */
    private String end(Gone gone, String in, String out, String prefix, String timeoutMs)
            throws Exception {
        for (int i = 0; i < 7; i++) {
            topics.send(in, 0, "v" + i);
        }
        StreamExecutionEnvironment env = Jobs.environment(1, directory, NEVER_MS, null);
        Sinks.endless(env, servers, in)
                .sinkTo(new CommitsLater(sink(out, prefix, timeoutMs, "fail").build(), gone))
                .uid("out");
        JobClient job = env.executeAsync("loses");
        Await.until("all are written", () -> topics.all(out).size() == 7);
        CompletableFuture<String> savepoint =
                job.stopWithSavepoint(
                        false,
                        directory.resolve("savepoints").toUri().toString(),
                        SavepointFormatType.CANONICAL);

        assertThat(ExceptionUtils.stringifyException(Jobs.failure(job)))
                .contains(CommitsLater.GONE);
        Await.until("the savepoint is answered", savepoint::isDone);
        Await.until(
                "the transaction has expired",
                () -> topics.transactions(prefix, TransactionState.ONGOING).isEmpty());
        try (Stream<Path> tree = Files.walk(directory.resolve("savepoints"))) {
            return tree.filter(file -> file.getFileName().toString().equals("_metadata"))
                    .findFirst()
                    .orElseThrow()
                    .getParent()
                    .toUri()
                    .toString();
        }
    }

    private io.millrace.connector.kafka.sink.KafkaSinkBuilder<String> sink(
            String out, String prefix, String timeoutMs, String whenLost) {
        return Sinks.exactlyOnce(servers, out, prefix)
                .setProperty("linger.ms", "0")
                .setProperty("transaction.timeout.ms", timeoutMs)
                .setProperty(SinkSettings.WHEN_LOST, whenLost);
    }

    @Test
    @DisplayName(
            "K19: a transaction that expired while the job was down fails the job, with its name"
                    + " and its checkpoint")
    void k19AnExpiredTransactionFailsTheJob() throws Exception {
        String in = topics.create(1);
        String out = topics.create(1);
        String prefix = "lost-" + out;
        String checkpoint = end(Gone.BEFORE, in, out, prefix, SHORT);
        StreamExecutionEnvironment env = Jobs.environment(1, directory, 300, checkpoint);
        Sinks.endless(env, servers, in)
                .sinkTo(new CommitsLater(sink(out, prefix, SHORT, "fail").build(), Gone.NEVER))
                .uid("out");
        Throwable failure = Jobs.failure(env.executeAsync("resumes"));

        assertThat(ExceptionUtils.stringifyException(failure))
                .contains("'" + prefix + "-0-1'")
                .contains("of checkpoint 1 ")
                .contains("expired")
                .contains("transaction.timeout.ms = " + SHORT + " ms");
        assertThat(topics.committed(out)).isEmpty();
    }

    @Test
    @DisplayName(
            "K19: told to go on, the job logs an error that names the transaction and counts one"
                    + " that is lost")
    void k19ToldToGoOnItSaysSo() throws Exception {
        String in = topics.create(1);
        String out = topics.create(1);
        String prefix = "logged-" + out;
        String checkpoint = end(Gone.BEFORE, in, out, prefix, SHORT);
        StreamExecutionEnvironment env = Jobs.environment(1, directory, 300, checkpoint);
        Sinks.endless(env, servers, in)
                .sinkTo(new CommitsLater(sink(out, prefix, LONG, "log").build(), Gone.NEVER))
                .uid("out");
        try (Logs logs = new Logs()) {
            CommitsLater.failedCommittables.set(-1);
            JobClient job = env.executeAsync("goes on");
            topics.send(in, 0, "later");
            Await.until("what comes later is committed", () -> topics.committed(out).size() == 1);
            Jobs.cancel(job);

            assertThat(logs.lines("ERROR"))
                    .anyMatch(line -> line.contains(prefix) && line.contains("expired"));
        }
        assertThat(CommitsLater.failedCommittables.get()).isEqualTo(1);
        assertThat(topics.committed(out)).containsExactly("later");
    }

    @Test
    void aTransactionThatWasCommittedBeforeTheProcessWasGoneIsNoLoss() throws Exception {
        String in = topics.create(1);
        String out = topics.create(1);
        String prefix = "committed-" + out;
        String checkpoint = end(Gone.AFTER, in, out, prefix, LONG);
        StreamExecutionEnvironment env = Jobs.environment(1, directory, 300, checkpoint);
        Sinks.endless(env, servers, in)
                .sinkTo(new CommitsLater(sink(out, prefix, LONG, "fail").build(), Gone.NEVER))
                .uid("out");
        JobClient job = env.executeAsync("resumes");
        topics.send(in, 0, "later");
        Await.until("what comes later is committed", () -> topics.committed(out).size() == 8);
        Jobs.cancel(job);

        assertThat(CommitsLater.failedCommittables.get()).isZero();
        assertThat(topics.committed(out))
                .containsExactly("v0", "v1", "v2", "v3", "v4", "v5", "v6", "later");
    }
}
