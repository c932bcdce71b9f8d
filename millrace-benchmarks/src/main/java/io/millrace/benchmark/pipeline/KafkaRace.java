// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import io.millrace.tests.kafka.KafkaBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Kafka → map → Kafka, exactly-once with a checkpoint every second, in turn on Millrace and on
 * Flink 2.3.0 with its own connector (4.0.1-2.0), against one broker in a process of its own.
 *
 * <p>Arguments: {@code records=} (1,000,000) of {@code bytes=} (100) in two partitions, {@code p=}
 * (1), {@code rounds=} (3), {@code gate=true} for exit code 1 where Flink is faster. What each run
 * has written is read back, committed records only, and must be each record once.
 */
public final class KafkaRace {

    private static final int PARTITIONS = 2;

    private final String servers;
    private final Map<String, String> options;
    private final int records;

    private KafkaRace(String servers, Map<String, String> options) {
        this.servers = servers;
        this.options = options;
        this.records = Integer.parseInt(options.get("records"));
    }

    /** See the class. */
    public static void main(String[] args) throws Exception {
        Map<String, String> options =
                new HashMap<>(
                        Map.of(
                                "records", "1000000",
                                "bytes", "100",
                                "p", "1",
                                "rounds", "3",
                                "gate", "false"));
        Stream.of(args)
                .map(arg -> arg.split("=", 2))
                .forEach(pair -> options.put(pair[0], pair[1].replace("_", "")));
        KafkaBroker broker = KafkaBroker.startNew();
        boolean kept;
        try {
            kept = new KafkaRace(broker.servers(), options).run();
        } finally {
            broker.stop();
        }
        System.exit(kept || !options.get("gate").equals("true") ? 0 : 1);
    }

    private boolean run() throws Exception {
        create("in", "warm");
        long sum = fill("in", records);
        fill("warm", records / 4);
        List<Map<String, String>> ours = new ArrayList<>();
        List<Map<String, String>> theirs = new ArrayList<>();
        boolean verified = true;
        for (int round = 0; round < Integer.parseInt(options.get("rounds")); round++) {
            verified &= entrant(KafkaMillrace.class, "millrace", round, sum, ours);
            verified &= entrant(KafkaFlink.class, "flink", round, sum, theirs);
        }
        System.out.printf(
                Locale.ROOT,
                "%nKafka to Kafka, exactly-once, p=%s%s%n",
                options.get("p"),
                verified ? "" : "   RESULTS DIFFER");
        double wall = Medians.line("records per second", "recsPerSec", ours, theirs, false);
        double cpu = Medians.line("records per CPU-second", "recsPerCpuSec", ours, theirs, false);
        boolean kept = verified && wall >= 1 && cpu >= 1;
        System.out.printf(
                Locale.ROOT,
                "  promised: 1.0 x per CPU-second, 1.0 x on the wall; %s%n",
                kept ? "kept" : "MISSED");
        return kept;
    }

    private boolean entrant(
            Class<?> main, String system, int round, long sum, List<Map<String, String>> runs)
            throws Exception {
        String out = system + "-" + round;
        create(out, "warm-" + out);
        runs.add(
                FreshJvm.run(
                        main,
                        system,
                        FreshJvm.Race.OVER_KAFKA,
                        FreshJvm.heap("1g"),
                        List.of(
                                "servers=" + servers,
                                "in=in",
                                "warm=warm",
                                "out=" + out,
                                "p=" + options.get("p"),
                                "n=" + records)));
        return sum == read(out);
    }

    private void create(String... topics) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(
                            Stream.of(topics)
                                    .map(topic -> new NewTopic(topic, PARTITIONS, (short) 1))
                                    .toList())
                    .all()
                    .get();
        }
    }

    /** Returns what {@link #read} makes of them when they have been through the job. */
    private long fill(String topic, int count) {
        Random random = new Random(42);
        int length = Integer.parseInt(options.get("bytes"));
        long sum = 0;
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", servers, "linger.ms", "20"),
                        new StringSerializer(),
                        new StringSerializer())) {
            for (int i = 0; i < count; i++) {
                StringBuilder value = new StringBuilder(length).append(i).append(' ');
                while (value.length() < length) {
                    value.append((char) ('a' + random.nextInt(26)));
                }
                producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, value.toString()));
                sum += weight(value.append('!').toString());
            }
        }
        return sum;
    }

    /** Of the records that are committed, as a sum that lacks or doubles none. */
    private long read(String topic) {
        long sum = 0;
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Map.of("bootstrap.servers", servers, "isolation.level", "read_committed"),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                partitions.add(new TopicPartition(topic, i));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
                for (ConsumerRecord<String, String> record :
                        consumer.poll(Duration.ofMillis(100))) {
                    sum += weight(record.value());
                }
            }
        }
        return sum;
    }

    private static long weight(String value) {
        return (value.hashCode() & 0xffffffffL) + (1L << 34);
    }
}
