// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.configuration.Configuration;
import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.kafka.sink.KafkaRecordSerializationSchema;
import io.millrace.connector.kafka.sink.KafkaSink;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.io.File;
import java.util.Map;

/** Kafka → map → Kafka, exactly-once, on Millrace. {@link KafkaFlink} is the same on Flink. */
public final class KafkaMillrace {

    private KafkaMillrace() {}

    /** See {@link KafkaWatch}. */
    public static void main(String[] args) throws Exception {
        KafkaWatch.main(args, "millrace", KafkaMillrace::run);
    }

    private static void run(Map<String, String> options, String in, String out) throws Exception {
        Configuration settings = new Configuration();
        settings.setString(
                "execution.checkpointing.dir",
                new File(options.get("dir"), "checkpoints").getAbsoluteFile().toURI().toString());
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
