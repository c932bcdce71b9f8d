// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Topics that jobs read and write. */
final class Topics {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private Topics() {}

    static void create(String servers, String topic, int partitions) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
        }
    }

    /** How many records a topic holds that no transaction has written. */
    static int size(String servers, String topic) {
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Map.of("bootstrap.servers", servers),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(topic).stream()
                            .map(each -> new TopicPartition(topic, each.partition()))
                            .toList();
            return consumer.endOffsets(partitions).values().stream().mapToInt(Long::intValue).sum();
        }
    }

    /** What was committed, sorted: at least so many records, or as many as come in time. */
    static List<String> committed(String servers, String topic, int atLeast) {
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Map.of(
                                "bootstrap.servers",
                                servers,
                                "isolation.level",
                                "read_committed",
                                "auto.offset.reset",
                                "earliest",
                                "group.id",
                                "reader-of-" + topic),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            List<String> values = new ArrayList<>();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            boolean more = true;
            // One more look when there are enough, for one too many would be a fault.
            while (System.nanoTime() < deadline && (values.size() < atLeast || more)) {
                int before = values.size();
                consumer.poll(Duration.ofSeconds(1)).forEach(each -> values.add(each.value()));
                more = values.size() > before;
            }
            values.sort(null);
            return values;
        }
    }
}
