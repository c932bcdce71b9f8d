// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.streaming.api.datastream.DataStreamSource;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.connectors.rabbitmq.common.RMQConnectionConfig;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OneSubtaskTest {

    @Test
    @DisplayName("CK-109: a source in several subtasks is refused, and the message says why")
    void severalAreRefusedWithTheReason() {
        RMQConnectionConfig config =
                new RMQConnectionConfig.Builder().setUri("amqp://localhost:1").build();
        DataStreamSource<String> source =
                StreamExecutionEnvironment.getExecutionEnvironment()
                        .addSource(
                                new RMQSource<>(config, "q", true, new SimpleStringSchema()), "mq");

        assertThatThrownBy(() -> source.setParallelism(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "'Source: mq' must be 1 and not 2",
                        "delivers again",
                        "several subtasks would not know each other's",
                        "operators after it may have more");
    }
}
