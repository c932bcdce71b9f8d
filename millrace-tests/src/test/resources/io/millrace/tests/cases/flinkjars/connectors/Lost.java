// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package com.acme.connectors;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** From a topic that is not there. */
public class Lost {

    public static void main(String[] args) throws Exception {
        KafkaSource<String> source =
                KafkaSource.<String>builder()
                        .setBootstrapServers(args[0])
                        .setTopics("nobody-made-it")
                        .setGroupId("readers")
                        .setValueOnlyDeserializer(new SimpleStringSchema())
                        .build();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "letters").print();
        env.execute("lost");
    }
}
