// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.JobStatus;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.KafkaSourceBuilder;
import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kafka.KafkaBroker;
import io.millrace.util.ExceptionUtils;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Records that are gone before they were read, against a real broker. */
@Timeout(180)
class LostRecordsTest {

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

    private KafkaSourceBuilder<String> source(String topic) {
        return KafkaSource.<String>builder()
                .setBootstrapServers(servers)
                .setTopics(topic)
                .setGroupId("group-of-" + topic)
                .setStartingOffsets(OffsetsInitializer.latest())
                .setValueOnlyDeserializer(new SimpleStringSchema());
    }

    private JobClient copy(KafkaSource<String> source, String to, String from) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1, directory, 3_600_000, from);
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "in")
                .uid("in")
                .sinkTo(
                        Sinks.sink(servers, to, DeliveryGuarantee.AT_LEAST_ONCE)
                                .setProperty("linger.ms", "0")
                                .build())
                .uid("out");
        return env.executeAsync("copies");
    }

    /** A savepoint of a job that has read some records of the topic. */
    private String savepoint(String topic, String to) throws Exception {
        JobClient job = copy(source(topic).build(), to, null);
        Await.until("it runs", () -> job.getJobStatus().get() == JobStatus.RUNNING);
        // Where the end is, is asked when the job has begun: what shows was sent behind it.
        Await.until(
                "it has read",
                () -> {
                    topics.send(topic, 0, "before");
                    return !topics.all(to).isEmpty();
                });
        return job.stopWithSavepoint(
                        false,
                        directory.resolve("savepoints").toUri().toString(),
                        SavepointFormatType.CANONICAL)
                .get(60, TimeUnit.SECONDS);
    }

    @Test
    void whatRetentionHasRemovedFailsTheJobUnlessItIsToBeSkipped() throws Exception {
        String topic = topics.create(1);
        String out = topics.create(1);
        String savepoint = savepoint(topic, out);
        topics.send(topic, 0, values("lost", 100));
        long oldest = topics.length(topic);
        topics.send(topic, 0, values("left", 5));
        topics.deleteBefore(topic, 0, oldest);

        Throwable failure = Jobs.failure(copy(source(topic).build(), out, savepoint));

        assertThat(ExceptionUtils.stringifyException(failure))
                .contains("'" + topic + "'")
                .contains("partition 0")
                .containsPattern("go on with offset \\d+ ")
                .contains("the oldest that is left is " + oldest)
                .contains("records.when.lost = skip");

        JobClient job =
                copy(
                        source(topic).setProperty("records.when.lost", "SKIP").build(),
                        out,
                        savepoint);
        try {
            Await.until("what is left is read", () -> topics.all(out).contains("left4"));
        } finally {
            Jobs.cancel(job);
        }

        assertThat(topics.all(out))
                .contains(values("left", 5))
                .noneMatch(v -> v.startsWith("lost"));
    }

    @Test
    void aTopicThatWasMadeAnewFailsTheJob() throws Exception {
        String topic = topics.create(1);
        String out = topics.create(1);
        topics.send(topic, 0, values("old", 20));
        String savepoint = savepoint(topic, out);
        topics.delete(topic);
        topics.create(topic, 1);
        topics.send(topic, 0, values("new", 3));

        Throwable failure = Jobs.failure(copy(source(topic).build(), out, savepoint));

        assertThat(ExceptionUtils.stringifyException(failure))
                .contains("the partition ends at offset 3")
                .contains("made anew");
    }

    private List<String> read(KafkaSource<String> source) throws Exception {
        return Jobs.environment(1)
                .fromSource(source, WatermarkStrategy.noWatermarks(), "kafka")
                .executeAndCollect(1_000);
    }

    @Test
    void offsetsToStartWithFollowTheirStrategyAsEver() throws Exception {
        String topic = topics.create(1);
        TopicPartition partition = new TopicPartition(topic, 0);
        topics.send(topic, 0, values("v", 10));
        topics.deleteBefore(topic, 0, 7);
        topics.setGroupOffset("group-of-" + topic, topic, 0, 2);
        OffsetsInitializer end = OffsetsInitializer.latest();

        assertThat(
                        read(
                                source(topic)
                                        .setStartingOffsets(
                                                OffsetsInitializer.committedOffsets(
                                                        OffsetResetStrategy.EARLIEST))
                                        .setBounded(end)
                                        .build()))
                .containsExactly("v7", "v8", "v9");
        assertThat(
                        read(
                                source(topic)
                                        .setStartingOffsets(
                                                OffsetsInitializer.offsets(Map.of(partition, 99L)))
                                        .setBounded(end)
                                        .build()))
                .containsExactly("v7", "v8", "v9");
        assertThat(
                        read(
                                source(topic)
                                        .setGroupId("no-offsets-of-" + topic)
                                        .setStartingOffsets(
                                                OffsetsInitializer.committedOffsets(
                                                        OffsetResetStrategy.EARLIEST))
                                        .setBounded(end)
                                        .build()))
                .containsExactly("v7", "v8", "v9");
    }

    @Test
    void aGroupWithoutOffsetsIsNamedIfNothingStandsForThem() throws Exception {
        String topic = topics.create(1);

        assertThatThrownBy(
                        () ->
                                read(
                                        source(topic)
                                                .setStartingOffsets(
                                                        OffsetsInitializer.committedOffsets())
                                                .setBounded(OffsetsInitializer.latest())
                                                .build()))
                .hasStackTraceContaining(
                        "The group 'group-of-" + topic + "' has committed no offset");
    }

    @Test
    void aPartitionWithoutAnOffsetNeedsAGroup() throws Exception {
        String topic = topics.create(2);

        assertThatThrownBy(
                        () ->
                                read(
                                        KafkaSource.<String>builder()
                                                .setBootstrapServers(servers)
                                                .setTopics(topic)
                                                .setValueOnlyDeserializer(new SimpleStringSchema())
                                                .setStartingOffsets(
                                                        OffsetsInitializer.offsets(
                                                                Map.of(
                                                                        new TopicPartition(
                                                                                topic, 0),
                                                                        0L)))
                                                .setBounded(OffsetsInitializer.latest())
                                                .build()))
                .hasStackTraceContaining("No offset is given for [" + topic + "-1]")
                .hasStackTraceContaining("the source has no group.id");
    }

    @Test
    void anotherWordIsRefused() {
        KafkaSourceBuilder<String> builder =
                source("any").setProperty("records.when.lost", "ignore");

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'fail' or 'skip', and not 'ignore'");
    }
}
