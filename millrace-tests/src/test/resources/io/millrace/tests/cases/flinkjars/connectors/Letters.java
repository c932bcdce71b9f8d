// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package com.acme.connectors;

import java.util.Collections;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/** To a topic, exactly once, and from it again, by Flink's connector for Kafka. */
public class Letters {

    public static void main(String[] args) throws Exception {
        String servers = args[0];
        try (AdminClient admin =
                AdminClient.create(
                        Collections.singletonMap(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers))) {
            admin.createTopics(Collections.singleton(new NewTopic("letters", 2, (short) 1))).all().get();
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.enableCheckpointing(200);
        KafkaSink<String> sink =
                KafkaSink.<String>builder()
                        .setBootstrapServers(servers)
                        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                        .setTransactionalIdPrefix("letters")
                        .setProperty("transaction.timeout.ms", "600000")
                        .setRecordSerializer(
                                KafkaRecordSerializationSchema.builder()
                                        .setTopic("letters")
                                        .setValueSerializationSchema(new SimpleStringSchema())
                                        .build())
                        .build();
        env.fromSequence(1, 100).map(n -> "letter" + n).sinkTo(sink);
        env.execute("write");

        KafkaSource<String> source =
                KafkaSource.<String>builder()
                        .setBootstrapServers(servers)
                        .setTopics("letters")
                        .setGroupId("readers")
                        .setProperty("isolation.level", "read_committed")
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setBounded(OffsetsInitializer.latest())
                        .setValueOnlyDeserializer(new SimpleStringSchema())
                        .build();
        StreamExecutionEnvironment again = StreamExecutionEnvironment.getExecutionEnvironment();
        again.setParallelism(2);
        again.fromSource(source, WatermarkStrategy.noWatermarks(), "letters")
                .map(letter -> Integer.parseInt(letter.substring("letter".length())))
                .keyBy(n -> 0)
                .sum(0)
                .filter(sum -> sum == 5050)
                .print()
                .setParallelism(1);
        again.execute("read");
    }
}
