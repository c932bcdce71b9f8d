// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kafka.KafkaBroker;
import io.millrace.util.ExceptionUtils;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sink, against a real broker. */
@Timeout(180)
class KafkaSinkTest {

    private static final long NEVER_MS = 3_600_000;

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

    private static String[] values(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toArray(String[]::new);
    }

    @ParameterizedTest
    @EnumSource(DeliveryGuarantee.class)
    void aBoundedJobDeliversAll(DeliveryGuarantee guarantee) throws Exception {
        String out = topics.create(2);
        StreamExecutionEnvironment env = Jobs.environment(2, directory, 200, null);
        env.fromData(List.of(values("v", 500)))
                .sinkTo(
                        Sinks.sink(servers, out, guarantee)
                                .setTransactionalIdPrefix("all-of-" + out)
                                .setProperty("transaction.timeout.ms", "600000")
                                .build());
        Jobs.finish(env.executeAsync("delivers"));

        assertThat(topics.committed(out)).containsExactlyInAnyOrder(values("v", 500));
    }

    @Test
    void withoutCheckpointsAnExactlyOnceSinkCommitsAtTheEnd() throws Exception {
        String out = topics.create(1);
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData(List.of(values("v", 10)))
                .sinkTo(Sinks.exactlyOnce(servers, out, "end-of-" + out).build());
        try (Logs logs = new Logs()) {
            Jobs.finish(env.executeAsync("commits at the end"));

            assertThat(logs.lines("WARN")).anyMatch(line -> line.contains("checkpointing is off"));
        }

        assertThat(topics.committed(out)).containsExactly(values("v", 10));
    }

    @Test
    void recordsBecomeVisibleWithACheckpoint() throws Exception {
        String in = topics.create(1);
        String out = topics.create(1);
        topics.send(in, 0, values("v", 10));
        StreamExecutionEnvironment env = Jobs.environment(1, directory, NEVER_MS, null);
        Sinks.endless(env, servers, in)
                .sinkTo(
                        Sinks.exactlyOnce(servers, out, "visible-" + out)
                                .setProperty("linger.ms", "0")
                                .build());
        JobClient job = env.executeAsync("shows with a checkpoint");
        Await.until("the records are written", () -> topics.all(out).size() == 10);

        assertThat(topics.committed(out)).isEmpty();

        job.stopWithSavepoint(
                        false,
                        directory.resolve("savepoints").toUri().toString(),
                        SavepointFormatType.CANONICAL)
                .get(60, TimeUnit.SECONDS);

        assertThat(topics.committed(out)).containsExactly(values("v", 10));
    }

    @Test
    void aSavepointGoesOnWhereItEnded() throws Exception {
        String in = topics.create(1);
        String out = topics.create(1);
        String savepoint = null;
        for (int round = 0; round < 3; round++) {
            topics.send(in, 0, values("round" + round + "-", 5));
            StreamExecutionEnvironment env = Jobs.environment(1, directory, NEVER_MS, savepoint);
            Sinks.endless(env, servers, in)
                    .sinkTo(
                            Sinks.exactlyOnce(servers, out, "goes-on-" + out)
                                    .setProperty("linger.ms", "0")
                                    .build())
                    .uid("out");
            JobClient job = env.executeAsync("goes on");
            int expected = 5 * (round + 1);
            Await.until("the records are written", () -> topics.all(out).size() == expected);
            savepoint =
                    job.stopWithSavepoint(
                                    false,
                                    directory.resolve("savepoints").toUri().toString(),
                                    SavepointFormatType.CANONICAL)
                            .get(60, TimeUnit.SECONDS);

            assertThat(topics.committed(out)).hasSize(expected).doesNotHaveDuplicates();
        }
    }

    @Test
    void openTransactionsOfARunThatIsGoneAreAborted() throws Exception {
        String out = topics.create(1);
        String prefix = "gone-" + out;
        topics.leaveOpen(prefix + "-0-1", out, "lost");

        assertThat(topics.transactions(prefix, TransactionState.ONGOING)).hasSize(1);

        StreamExecutionEnvironment second = Jobs.environment(1, directory, 200, null);
        second.fromData("anew").sinkTo(Sinks.exactlyOnce(servers, out, prefix).build());
        Jobs.finish(second.executeAsync("begins anew"));

        assertThat(topics.transactions(prefix, TransactionState.ONGOING)).isEmpty();
        assertThat(topics.committed(out)).containsExactly("anew");
    }

    @Test
    @DisplayName(
            "A run that is thought dead is fenced by the next one, and what it writes after that"
                    + " never shows")
    void aZombieIsFenced() throws Exception {
        String in = topics.create(1);
        String out = topics.create(1);
        String prefix = "zombie-" + out;
        topics.send(in, 0, "before");
        StreamExecutionEnvironment zombie =
                Jobs.environment(1, directory.resolve("zombie"), NEVER_MS, null);
        Sinks.endless(zombie, servers, in)
                .sinkTo(
                        Sinks.exactlyOnce(servers, out, prefix)
                                .setProperty("linger.ms", "0")
                                .build());
        JobClient old = zombie.executeAsync("zombie");
        Await.until("it has written", () -> topics.all(out).size() == 1);

        StreamExecutionEnvironment next = Jobs.environment(1, directory.resolve("next"), 200, null);
        next.fromData("next").sinkTo(Sinks.exactlyOnce(servers, out, prefix).build());
        Jobs.finish(next.executeAsync("next"));
        topics.send(in, 0, "after");
        Throwable failure = Jobs.failure(old);

        assertThat(ExceptionUtils.findThrowable(failure, KafkaException.class)).isPresent();
        assertThat(ExceptionUtils.stringifyException(failure))
                .containsAnyOf("ProducerFenced", "InvalidProducerEpoch")
                .contains("The broker has ended the transaction '" + prefix + "-0-1'")
                .contains("of the Kafka sink at " + servers)
                .contains("transactional-id prefix '" + prefix + "'")
                .contains("setTransactionalIdPrefix")
                .contains("transaction.timeout.ms = 600000 ms");
        assertThat(topics.committed(out)).containsExactly("next");
    }

    @Test
    void aRunThatIsFencedBeforeItsFirstFlushSaysWhyThere() throws Exception {
        String in = topics.create(1);
        String out = topics.create(1);
        String prefix = "flushed-" + out;
        topics.send(in, 0, "kept back");
        StreamExecutionEnvironment env =
                Jobs.environment(1, directory.resolve("old"), NEVER_MS, null);
        PASSED.set(0);
        Sinks.endless(env, servers, in)
                .map(
                        value -> {
                            PASSED.incrementAndGet();
                            return value;
                        })
                .sinkTo(
                        Sinks.exactlyOnce(servers, out, prefix)
                                .setProperty("linger.ms", "100000")
                                .build())
                .name("results");
        JobClient old = env.executeAsync("old");
        Await.until("the record is at the sink", () -> PASSED.get() == 1);
        StreamExecutionEnvironment next = Jobs.environment(1, directory.resolve("next"), 200, null);
        next.fromData("next").sinkTo(Sinks.exactlyOnce(servers, out, prefix).build());
        Jobs.finish(next.executeAsync("next"));
        old.triggerSavepoint(
                directory.resolve("savepoints").toUri().toString(), SavepointFormatType.CANONICAL);

        assertThat(ExceptionUtils.stringifyException(Jobs.failure(old)))
                .contains("'results'")
                .contains("The broker has ended the transaction '" + prefix + "-0-1'")
                .contains("end the run that is not to be")
                .contains("setTransactionalIdPrefix");
        assertThat(topics.committed(out)).containsExactly("next");
    }

    @Test
    void whereverAProducerIsFoundFencedTheWordsAreTheSame() {
        ProducerFencedException fenced = new ProducerFencedException("There is a newer producer");
        Exception atBegin =
                WriterFailures.explained(
                        new KafkaException("Cannot execute transactional method", fenced),
                        "shop-0-3",
                        "shop",
                        Jobs.properties(
                                "bootstrap.servers", "b:1", "transaction.timeout.ms", "600000"));
        String atCommit =
                new LostTransaction("shop-0-3", "shop", Duration.ofMinutes(10)).message(fenced);

        String why = EndedTransaction.why("shop", 600_000);
        assertThat(atBegin)
                .hasMessageContaining("the transaction 'shop-0-3' of the Kafka sink at b:1")
                .hasMessageContaining(why)
                .hasRootCause(fenced);
        assertThat(atCommit).contains("'shop-0-3' of checkpoint 3", why, "There is a newer");
    }

    private static final AtomicInteger PASSED = new AtomicInteger();

    @Test
    void aJobThatIsStoppedWithRecordsOnTheirWayIsClosedWell() throws Exception {
        String in = topics.create(1);
        String out = topics.create(1);
        topics.send(in, 0, values("v", 10));
        StreamExecutionEnvironment env = Jobs.environment(1, directory, NEVER_MS, null);
        PASSED.set(0);
        Sinks.endless(env, servers, in)
                .map(
                        value -> {
                            PASSED.incrementAndGet();
                            return value;
                        })
                .returns(Types.STRING)
                .sinkTo(
                        Sinks.exactlyOnce(servers, out, "stopped-" + out)
                                .setProperty("linger.ms", "100000")
                                .setProperty("delivery.timeout.ms", "200000")
                                .build());
        try (Logs logs = new Logs()) {
            JobClient job = env.executeAsync("is stopped");
            // The last has begun its way to the sink; those before are in the producer.
            Await.until("the records have come", () -> PASSED.get() == 10);
            Jobs.cancel(job);

            assertThat(logs.text()).doesNotContain("could not be closed well");
        }
        assertThat(topics.committed(out)).isEmpty();
    }
}
