// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.io.File;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Kafka → map → Kafka, exactly-once, on Flink. {@link KafkaMillrace} is the same on Millrace. */
public final class KafkaFlink {

    private KafkaFlink() {}

    /** See {@link KafkaWatch}. */
    public static void main(String[] args) throws Exception {
        KafkaWatch.main(args, "flink", KafkaFlink::run);
    }

    private static void run(Map<String, String> options, String in, String out) throws Exception {
        Configuration settings = new Configuration();
        settings.setString(
                "execution.checkpointing.dir",
                new File(options.get("dir"), "checkpoints").getAbsoluteFile().toURI().toString());
        settings.setString("rest.port", "0");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(
                        Integer.parseInt(options.get("p")), settings);
        env.getConfig().enableObjectReuse();
        env.enableCheckpointing(1000);
        KafkaSource<String> source =
                KafkaSource.<String>builder()
                        .setBootstrapServers(options.get("servers"))
                        .setTopics(in)
                        .setGroupId("race")
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setBounded(OffsetsInitializer.latest())
                        .setValueOnlyDeserializer(new SimpleStringSchema())
                        .build();
        KafkaSink<String> sink =
                KafkaSink.<String>builder()
                        .setBootstrapServers(options.get("servers"))
                        .setRecordSerializer(
                                KafkaRecordSerializationSchema.builder()
                                        .setTopic(out)
                                        .setValueSerializationSchema(new SimpleStringSchema())
                                        .build())
                        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                        .setTransactionalIdPrefix(out)
                        .setProperty("transaction.timeout.ms", "600000")
                        .build();
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "in")
                .map(
                        value -> {
                            KafkaWatch.record();
                            return value + "!";
                        })
                .returns(String.class)
                .sinkTo(sink);
        env.execute("kafka to kafka");
    }
}
