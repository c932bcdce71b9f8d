// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.KafkaSourceBuilder;
import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.tests.components.Await;
import io.millrace.tests.kafka.KafkaBroker;
import io.millrace.util.CloseableIterator;
import io.millrace.util.Collector;
import io.millrace.util.ExceptionUtils;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The source, against a real broker. */
@Timeout(180)
class KafkaSourceTest {

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

    private KafkaSourceBuilder<String> source(String topic) {
        return KafkaSource.<String>builder()
                .setBootstrapServers(servers)
                .setTopics(topic)
                .setGroupId("group-of-" + topic)
                .setValueOnlyDeserializer(new SimpleStringSchema());
    }

    private static String[] values(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toArray(String[]::new);
    }

    private static List<String> run(KafkaSource<String> source) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "kafka")
                .executeAndCollect(100_000);
    }

    @Test
    void aBoundedSourceReadsWhatWasThereWhenItBegan() throws Exception {
        String topic = topics.create(3);
        for (int partition = 0; partition < 3; partition++) {
            topics.send(topic, partition, values(partition + "-", 50));
        }

        assertThat(
                        run(
                                source(topic)
                                        .setStartingOffsets(OffsetsInitializer.earliest())
                                        .setBounded(OffsetsInitializer.latest())
                                        .build()))
                .hasSize(150)
                .doesNotHaveDuplicates();
    }

    @Test
    void offsetsToBeginAndToEndAtAreFollowed() throws Exception {
        String topic = topics.create(1);
        TopicPartition partition = new TopicPartition(topic, 0);
        topics.send(topic, 0, values("v", 10));

        assertThat(
                        run(
                                source(topic)
                                        .setStartingOffsets(
                                                OffsetsInitializer.offsets(Map.of(partition, 3L)))
                                        .setBounded(
                                                OffsetsInitializer.offsets(Map.of(partition, 6L)))
                                        .build()))
                .containsExactly("v3", "v4", "v5");
    }

    @Test
    void aTimestampIsTurnedIntoOffsets() throws Exception {
        String topic = topics.create(1);
        for (int i = 0; i < 10; i++) {
            topics.send(new ProducerRecord<>(topic, 0, 1_000L * i, null, "v" + i));
        }

        assertThat(
                        run(
                                source(topic)
                                        .setStartingOffsets(OffsetsInitializer.timestamp(6_500))
                                        .setBounded(OffsetsInitializer.latest())
                                        .build()))
                .containsExactly("v7", "v8", "v9");
    }

    @Test
    void theOffsetsOfAGroupAreFollowed() throws Exception {
        String topic = topics.create(1);
        topics.send(topic, 0, values("v", 10));
        topics.setGroupOffset("group-of-" + topic, topic, 0, 8);

        assertThat(
                        run(
                                source(topic)
                                        .setStartingOffsets(
                                                OffsetsInitializer.committedOffsets(
                                                        OffsetResetStrategy.EARLIEST))
                                        .setBounded(OffsetsInitializer.latest())
                                        .build()))
                .containsExactly("v8", "v9");
    }

    @Test
    void aTopicThatComesToFitThePatternIsFound() throws Exception {
        String first = topics.create("pattern-one-" + System.nanoTime(), 1);
        topics.send(first, 0, "one");
        KafkaSource<String> source =
                KafkaSource.<String>builder()
                        .setBootstrapServers(servers)
                        .setTopicPattern(Pattern.compile("pattern-.*"))
                        .setGroupId("pattern")
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setProperty("partition.discovery.interval.ms", "200")
                        .setValueOnlyDeserializer(new SimpleStringSchema())
                        .build();
        StreamExecutionEnvironment env = Jobs.environment(2);
        try (CloseableIterator<String> results =
                env.fromSource(source, WatermarkStrategy.noWatermarks(), "kafka")
                        .executeAndCollect()) {
            assertThat(results.next()).isEqualTo("one");
            String second = topics.create("pattern-two-" + System.nanoTime(), 2);
            topics.send(second, 1, "two");
            assertThat(results.next()).isEqualTo("two");
        }
    }

    @Test
    @DisplayName(
            "K11: a partition added while the source runs from latest is read from its beginning;"
                    + " what was there before is not")
    void k11RowsOfAPartitionAddedLaterAreAllRead() throws Exception {
        String topic = topics.create(1);
        topics.send(topic, 0, values("before", 20));
        KafkaSource<String> source =
                source(topic)
                        .setStartingOffsets(OffsetsInitializer.latest())
                        .setProperty("partition.discovery.interval.ms", "500")
                        .build();
        StreamExecutionEnvironment env = Jobs.environment(2);
        List<String> seen = new ArrayList<>();
        try (CloseableIterator<String> results =
                env.fromSource(source, WatermarkStrategy.noWatermarks(), "kafka")
                        .executeAndCollect()) {
            // Which records are the latest is asked by the job when it starts: the first that is
            // seen shows that it has asked.
            Thread sender = new Thread(() -> sendUntilInterrupted(topic));
            sender.start();
            assertThat(results.next()).startsWith("during");
            sender.interrupt();
            sender.join();
            topics.addPartitions(topic, 2);
            Await.until("the new partition takes records", () -> hasPartition(topic));
            topics.send(topic, 1, values("early", 5));
            while (seen.stream().filter(value -> value.startsWith("early")).count() < 5) {
                seen.add(results.next());
            }
            topics.send(topic, 1, values("late", 5));
            while (seen.stream().filter(value -> value.startsWith("late")).count() < 5) {
                seen.add(results.next());
            }
        }

        assertThat(seen).noneMatch(value -> value.startsWith("before"));
        assertThat(seen.stream().filter(value -> !value.startsWith("during")))
                .containsExactly(
                        "early0", "early1", "early2", "early3", "early4", "late0", "late1", "late2",
                        "late3", "late4");
    }

    private boolean hasPartition(String topic) {
        try (Topics fresh = new Topics(servers)) {
            fresh.length(topic);
            return fresh.partitionCount(topic) == 2;
        } catch (Exception e) {
            return false; // not yet known to all
        }
    }

    private void sendUntilInterrupted(String topic) {
        try (Topics own = new Topics(servers)) {
            for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                own.send(topic, 0, "during" + i);
                java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
            }
        } catch (org.apache.kafka.common.errors.InterruptException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName(
            "K09: a bounded read of a topic whose last offsets are marks of commits emits its 10"
                    + " records and ends")
    void k09ABoundedReadEndsBehindMarksOfCommits() throws Exception {
        String topic = topics.create(1);
        topics.sendInTransaction(topic, 0, true, values("a", 5));
        topics.sendInTransaction(topic, 0, true, values("b", 5));
        topics.sendInTransaction(topic, 0, false, values("aborted", 3));
        KafkaSource<String> source =
                source(topic)
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setBounded(OffsetsInitializer.latest())
                        .setProperty("isolation.level", "read_committed")
                        .build();
        run(source); // classes are loaded and the broker is warm: only now is time taken
        long begin = System.nanoTime();
        List<String> values = run(source);

        assertThat(values)
                .containsExactly("a0", "a1", "a2", "a3", "a4", "b0", "b1", "b2", "b3", "b4");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void offsetsAreCommittedWhenACheckpointIsComplete() throws Exception {
        String topic = topics.create(2);
        topics.send(topic, 0, values("a", 7));
        topics.send(topic, 1, values("b", 8));
        StreamExecutionEnvironment env = Jobs.environment(2, directory, 200, null);
        env.fromSource(
                        source(topic).setStartingOffsets(OffsetsInitializer.earliest()).build(),
                        WatermarkStrategy.noWatermarks(),
                        "kafka")
                .map(value -> value)
                .returns(Types.STRING)
                .print();
        JobClient job = env.executeAsync("commits offsets");
        try {
            Await.until(
                    "15 offsets are committed",
                    () -> topics.groupOffsets("group-of-" + topic) == 15);
        } finally {
            Jobs.cancel(job);
        }
    }

    /** Key, value, header, topic and offset of a record. */
    private static final class Whole implements KafkaRecordDeserializationSchema<String> {

        private static final long serialVersionUID = 1L;

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<String> out) {
            out.collect(
                    new String(record.key(), StandardCharsets.UTF_8)
                            + "="
                            + new String(record.value(), StandardCharsets.UTF_8)
                            + " "
                            + new String(
                                    record.headers().lastHeader("colour").value(),
                                    StandardCharsets.UTF_8)
                            + " @"
                            + record.offset());
        }

        @Override
        public TypeInformation<String> getProducedType() {
            return Types.STRING;
        }
    }

    @Test
    void aSchemaSeesKeysAndHeaders() throws Exception {
        String topic = topics.create(1);
        ProducerRecord<String, String> record = new ProducerRecord<>(topic, 0, "k", "v");
        record.headers().add("colour", Topics.utf8("red"));
        topics.send(record);

        assertThat(
                        run(
                                KafkaSource.<String>builder()
                                        .setBootstrapServers(servers)
                                        .setTopics(topic)
                                        .setStartingOffsets(OffsetsInitializer.earliest())
                                        .setBounded(OffsetsInitializer.latest())
                                        .setDeserializer(new Whole())
                                        .build()))
                .containsExactly("k=v red @0");
    }

    @Test
    void aFailureBehindTheSourceNamesItsOwnOperatorFirst() throws Exception {
        String topic = topics.create(1);
        topics.send(topic, 0, "no number");
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromSource(
                        source(topic).setStartingOffsets(OffsetsInitializer.earliest()).build(),
                        WatermarkStrategy.noWatermarks(),
                        "orders")
                .map(Integer::parseInt)
                .returns(Types.INT)
                .name("parse")
                .print();
        String failure =
                ExceptionUtils.stringifyException(Jobs.failure(env.executeAsync("parses")));

        assertThat(failure)
                .containsSubsequence("Operator 'parse", "NumberFormatException")
                .doesNotContain("Operator 'Source: orders")
                .doesNotContain("schema failed", "Failed to deserialize");
    }

    @Test
    void watermarksAreOfPartitions() throws Exception {
        String topic = topics.create(2);
        // One partition is far ahead of the other; read one after the other nothing is late.
        for (int i = 0; i < 100; i++) {
            topics.send(new ProducerRecord<>(topic, 0, 1_000L * i, null, "ahead"));
        }
        for (int i = 0; i < 100; i++) {
            topics.send(new ProducerRecord<>(topic, 1, 1_000L * i, null, "behind"));
        }
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<String> values =
                env.fromSource(
                        source(topic)
                                .setStartingOffsets(OffsetsInitializer.earliest())
                                .setBounded(OffsetsInitializer.latest())
                                .setProperty("max.poll.records", "10")
                                .build(),
                        WatermarkStrategy.forMonotonousTimestamps(),
                        "kafka");
        List<Integer> counts =
                values.map(value -> 1)
                        .returns(Types.INT)
                        .windowAll(TumblingEventTimeWindows.of(Duration.ofSeconds(10)))
                        .reduce(Integer::sum)
                        .executeAndCollect(1_000);

        assertThat(counts).hasSize(10).containsOnly(20);
    }
}
