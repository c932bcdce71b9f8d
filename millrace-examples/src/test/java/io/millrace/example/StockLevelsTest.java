// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kafka.KafkaBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pieces of each item are added up once more, in a map. */
class StockLevelsTest {

    @Test
    void eachMovementChangesTheLevelOfItsItem() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<StockLevels.Movement> movements = Run.numbered(500, StockLevels.Movement::numbered);

        List<StockLevels.Level> levels = Run.all(StockLevels.levels(env.fromData(movements)));

        Map<String, Long> pieces = new TreeMap<>();
        Map<String, List<Long>> expected = new TreeMap<>();
        for (StockLevels.Movement movement : movements) {
            long level = pieces.merge(movement.item(), movement.pieces(), Long::sum);
            expected.computeIfAbsent(movement.item(), item -> new ArrayList<>()).add(level);
        }
        Map<String, List<Long>> seen = new TreeMap<>();
        levels.forEach(
                level ->
                        seen.computeIfAbsent(level.item(), item -> new ArrayList<>())
                                .add(level.pieces()));
        assertThat(seen).isEqualTo(expected).hasSize(5);
    }

    @Test
    @Timeout(120)
    void fromTopicToTopicEachMovementCountsOnce() throws Exception {
        String servers = KafkaBroker.shared().servers();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(
                            List.of(
                                    new NewTopic("movements", 2, (short) 1),
                                    new NewTopic("levels", 1, (short) 1)))
                    .all()
                    .get();
        }
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", servers),
                        new StringSerializer(),
                        new StringSerializer())) {
            for (String movement : List.of("bolts 50", "nuts 7", "bolts -8", "nuts 1")) {
                String item = movement.split(" ", 2)[0];
                producer.send(new ProducerRecord<>("movements", item, movement));
            }
        }

        StockLevels.main(
                new String[] {
                    "--servers", servers, "--from", "movements", "--to", "levels", "--until-now"
                });

        Map<String, List<String>> levels = new TreeMap<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Map.of(
                                "bootstrap.servers", servers,
                                "isolation.level", "read_committed",
                                "auto.offset.reset", "earliest"),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            TopicPartition all = new TopicPartition("levels", 0);
            consumer.assign(List.of(all));
            long end = consumer.endOffsets(List.of(all)).get(all);
            // The job has ended, so all that it will ever commit is there.
            while (consumer.position(all) < end) {
                consumer.poll(Duration.ofSeconds(1))
                        .forEach(
                                level ->
                                        levels.computeIfAbsent(
                                                        level.key(), item -> new ArrayList<>())
                                                .add(level.value()));
            }
        }
        assertThat(levels)
                .containsOnly(
                        Map.entry("bolts", List.of("bolts 50", "bolts 42")),
                        Map.entry("nuts", List.of("nuts 7", "nuts 8")));
    }
}
