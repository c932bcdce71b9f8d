// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.kafka.sink.KafkaRecordSerializationSchema;
import io.millrace.connector.kafka.sink.KafkaSink;
import io.millrace.connector.kafka.sink.KafkaSinkBuilder;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/** Sources and sinks of strings, as tests of the sink need them. */
final class Sinks {

    private Sinks() {}

    static KafkaSinkBuilder<String> sink(
            String servers, String topic, DeliveryGuarantee guarantee) {
        return KafkaSink.<String>builder()
                .setBootstrapServers(servers)
                .setRecordSerializer(
                        KafkaRecordSerializationSchema.builder()
                                .setTopic(topic)
                                .setValueSerializationSchema(new SimpleStringSchema())
                                .build())
                .setDeliveryGuarantee(guarantee);
    }

    /** With a timeout that the broker's default allows. */
    static KafkaSinkBuilder<String> exactlyOnce(String servers, String topic, String prefix) {
        return sink(servers, topic, DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(prefix)
                .setProperty("transaction.timeout.ms", "600000");
    }

    /** All of a topic and what comes, without an end. */
    static DataStream<String> endless(
            StreamExecutionEnvironment env, String servers, String topic) {
        return env.fromSource(
                        KafkaSource.<String>builder()
                                .setBootstrapServers(servers)
                                .setTopics(topic)
                                .setGroupId("group-of-" + topic)
                                .setStartingOffsets(OffsetsInitializer.earliest())
                                .setValueOnlyDeserializer(new SimpleStringSchema())
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "in")
                .uid("in");
    }
}
