// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.configuration.Configuration;
import io.millrace.connector.kinesis.sink.KinesisStreamsSink;
import io.millrace.connector.kinesis.source.KinesisStreamsSource;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.InitialPosition;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Jobs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What connectors.md shows of Kinesis, built. That it runs, the module's own tests show, against an
 * emulator.
 */
class KinesisPageTest {

    @Test
    @DisplayName("M18: connectors.md, Kinesis")
    void orders() {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: KinesisToKinesis
        KinesisStreamsSource<String> orders =
                KinesisStreamsSource.<String>builder()
                        .setStreamArn("arn:aws:kinesis:eu-central-1:123456789012:stream/orders")
                        .setSourceConfig(
                                new Configuration()
                                        .set(
                                                KinesisSourceConfigOptions.STREAM_INITIAL_POSITION,
                                                InitialPosition.TRIM_HORIZON))
                        .setDeserializationSchema(new SimpleStringSchema())
                        .build();
        KinesisStreamsSink<String> large =
                KinesisStreamsSink.<String>builder()
                        .setStreamArn("arn:aws:kinesis:eu-central-1:123456789012:stream/large")
                        .setSerializationSchema(new SimpleStringSchema())
                        .setPartitionKeyGenerator(order -> order.substring(0, 8))
                        .build();
        env.enableCheckpointing(10_000);
        env.fromSource(orders, WatermarkStrategy.noWatermarks(), "orders")
                .filter(order -> order.length() > 100)
                .sinkTo(large);
        // end of snippet
        assertThat(env.getExecutionPlan()).contains("orders");
    }
}
