// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.tests.components.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What tests do with a broker beside the job: topics, records, offsets, transactions. */
final class Topics implements AutoCloseable {

    private static int made;

    private final String servers;
    private final Admin admin;
    private final KafkaProducer<String, String> producer;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();

    Topics(String servers) {
        this.servers = servers;
        this.admin = Admin.create(Map.of("bootstrap.servers", servers));
        this.producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", servers, "linger.ms", "0"),
                        new StringSerializer(),
                        new StringSerializer());
    }

    /** Of a name that no test has used. */
    synchronized String create(int partitions) throws Exception {
        return create("topic-" + ++made, partitions);
    }

    String create(String name, int partitions) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
        Await.until(name + " is known", () -> admin.listTopics().names().get().contains(name));
        awaitLeaders(name, partitions);
        return name;
    }

    /** Also of a topic of the broker's own. */
    boolean exists(String name) throws Exception {
        return admin.listTopics(new ListTopicsOptions().listInternal(true))
                .names()
                .get()
                .contains(name);
    }

    /** Returns when nobody knows it any more. */
    void delete(String topic) throws Exception {
        admin.deleteTopics(List.of(topic)).all().get();
        Await.until(topic + " is gone", () -> !admin.listTopics().names().get().contains(topic));
    }

    /** As a topic's retention does. */
    void deleteBefore(String topic, int partition, long offset) throws Exception {
        admin.deleteRecords(
                        Map.of(
                                new TopicPartition(topic, partition),
                                RecordsToDelete.beforeOffset(offset)))
                .all()
                .get();
    }

    void addPartitions(String topic, int total) throws Exception {
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total))).all().get();
        awaitLeaders(topic, total);
    }

    /**
     * Until every partition answers. A topic is known before that, and what a producer sends
     * meanwhile it may keep for two minutes and then give up.
     */
    private void awaitLeaders(String topic, int partitions) throws Exception {
        Map<TopicPartition, OffsetSpec> asked =
                IntStream.range(0, partitions)
                        .mapToObj(partition -> new TopicPartition(topic, partition))
                        .collect(Collectors.toMap(at -> at, at -> OffsetSpec.latest()));
        Await.until(
                topic + " is led",
                () -> {
                    try {
                        return admin.listOffsets(asked).all().get().size() == partitions;
                    } catch (ExecutionException e) {
                        if (e.getCause() instanceof RetriableException) {
                            return false;
                        }
                        throw e;
                    }
                });
    }

    void send(String topic, int partition, String... values) {
        for (String value : values) {
            sendLater(topic, partition, value);
        }
        flush();
    }

    void sendLater(String topic, int partition, String value) {
        sent.add(producer.send(new ProducerRecord<>(topic, partition, null, value)));
    }

    /** Returns when all is in the topics. */
    void flush() {
        producer.flush();
        List<Future<RecordMetadata>> all = List.copyOf(sent);
        sent.clear();
        for (Future<RecordMetadata> one : all) {
            try {
                one.get();
            } catch (ExecutionException | InterruptedException e) {
                throw new AssertionError("The test's own record could not be written", e);
            }
        }
    }

    void send(ProducerRecord<String, String> record) {
        sent.add(producer.send(record));
        flush();
    }

    /** In one transaction, which is committed or aborted. */
    void sendInTransaction(String topic, int partition, boolean commit, String... values) {
        try (KafkaProducer<String, String> transactional =
                new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                servers,
                                "transactional.id",
                                "test-" + System.nanoTime()),
                        new StringSerializer(),
                        new StringSerializer())) {
            transactional.initTransactions();
            transactional.beginTransaction();
            for (String value : values) {
                transactional.send(new ProducerRecord<>(topic, partition, null, value));
            }
            transactional.flush();
            if (commit) {
                transactional.commitTransaction();
            } else {
                transactional.abortTransaction();
            }
        }
    }

    /** Opens a transaction, as a process that is killed then leaves it. */
    void leaveOpen(String transactionalId, String topic, String... values) {
        KafkaProducer<String, String> transactional =
                new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                servers,
                                "transactional.id",
                                transactionalId,
                                "transaction.timeout.ms",
                                "600000"),
                        new StringSerializer(),
                        new StringSerializer());
        transactional.initTransactions();
        transactional.beginTransaction();
        for (String value : values) {
            transactional.send(new ProducerRecord<>(topic, 0, null, value));
        }
        transactional.flush();
        transactional.close(Duration.ZERO);
    }

    List<String> committed(String topic) throws Exception {
        return read(topic, IsolationLevel.READ_COMMITTED);
    }

    List<String> all(String topic) throws Exception {
        return read(topic, IsolationLevel.READ_UNCOMMITTED);
    }

    /** The values that are there, up to an open transaction if only committed ones are read. */
    private List<String> read(String topic, IsolationLevel level) throws Exception {
        return records(topic, level).stream().map(ConsumerRecord::value).toList();
    }

    List<ConsumerRecord<String, String>> records(String topic, IsolationLevel level)
            throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", servers);
        settings.put("isolation.level", level.toString().toLowerCase(Locale.ROOT));
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", false);
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = partitions(topic);
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.seekToBeginning(partitions);
            Await.until(
                    topic + " is read to its end",
                    () -> {
                        consumer.poll(Duration.ofMillis(50)).forEach(records::add);
                        return ends.entrySet().stream()
                                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
                    });
        }
        return records;
    }

    private List<TopicPartition> partitions(String topic) throws Exception {
        int count =
                admin.describeTopics(List.of(topic))
                        .allTopicNames()
                        .get()
                        .get(topic)
                        .partitions()
                        .size();
        return IntStream.range(0, count).mapToObj(i -> new TopicPartition(topic, i)).toList();
    }

    int partitionCount(String topic) throws Exception {
        return partitions(topic).size();
    }

    /** How many offsets are taken, of records and marks, committed or not. */
    long length(String topic) throws Exception {
        long length = 0;
        Properties settings = new Properties();
        settings.put("bootstrap.servers", servers);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            for (long end : consumer.endOffsets(partitions(topic)).values()) {
                length += end;
            }
        }
        return length;
    }

    /** The sum over all partitions; 0 if the group has none. */
    long groupOffsets(String group) throws Exception {
        Collection<OffsetAndMetadata> offsets =
                admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get()
                        .values();
        return offsets.stream().mapToLong(OffsetAndMetadata::offset).sum();
    }

    void setGroupOffset(String group, String topic, int partition, long offset) throws Exception {
        admin.alterConsumerGroupOffsets(
                        group,
                        Map.of(new TopicPartition(topic, partition), new OffsetAndMetadata(offset)))
                .all()
                .get();
    }

    /** Transactional ids that begin so and are in that state. */
    TreeSet<String> transactions(String prefix, TransactionState state) throws Exception {
        return admin.listTransactions().all().get().stream()
                .filter(listing -> listing.transactionalId().startsWith(prefix))
                .filter(listing -> listing.state() == state)
                .map(listing -> listing.transactionalId())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
        admin.close();
    }
}
