// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.kafka.sink.KafkaRecordSerializationSchema;
import io.millrace.connector.kafka.sink.KafkaSink;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/** From a topic to a topic, exactly once: how many of each word there have been. */
public final class KafkaCounts {

    private KafkaCounts() {}

    public static void main(String[] args) throws Exception {
        ParameterTool arguments = ParameterTool.fromArgs(args);
        long pause = arguments.getLong("pause-ms");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(300);
        KafkaSource<String> in =
                KafkaSource.<String>builder()
                        .setBootstrapServers(arguments.getRequired("servers"))
                        .setTopics(arguments.getRequired("in"))
                        .setGroupId(arguments.getRequired("out"))
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setBounded(OffsetsInitializer.latest())
                        .setValueOnlyDeserializer(new SimpleStringSchema())
                        .build();
        KafkaSink<String> out =
                KafkaSink.<String>builder()
                        .setBootstrapServers(arguments.getRequired("servers"))
                        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                        .setTransactionalIdPrefix(arguments.getRequired("out"))
                        .setProperty("transaction.timeout.ms", "900000")
                        .setRecordSerializer(
                                KafkaRecordSerializationSchema.builder()
                                        .setTopic(arguments.getRequired("out"))
                                        .setValueSerializationSchema(new SimpleStringSchema())
                                        .build())
                        .build();
        env.fromSource(in, WatermarkStrategy.noWatermarks(), "in")
                .uid("in")
                .map(
                        word -> {
                            Thread.sleep(pause);
                            return word;
                        })
                .keyBy(word -> word)
                .map(new Count())
                .uid("count")
                .sinkTo(out)
                .uid("out");
        env.execute("kafka counts");
    }

    private static final class Count extends RichMapFunction<String, String> {
        private transient ValueState<Long> counts;

        @Override
        public void open(OpenContext context) {
            counts = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public String map(String word) throws Exception {
            long count = counts.value() == null ? 1 : counts.value() + 1;
            counts.update(count);
            return word + " " + count;
        }
    }
}
