// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.connectors.rabbitmq.RMQSink;
import io.millrace.streaming.connectors.rabbitmq.RMQSource;
import io.millrace.streaming.connectors.rabbitmq.common.RMQConnectionConfig;
import io.millrace.tests.kit.Jobs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What connectors.md shows of RabbitMQ, built. That it runs, the module's own tests show, against a
 * broker.
 */
class RabbitPageTest {

    @Test
    @DisplayName("M18: connectors.md, RabbitMQ; the plan shows no credentials")
    void orders() {
        String host = "broker.example";
        int port = 5672;
        String user = "miller";
        String password = "secret-1";
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: OrdersToInvoices
        RMQConnectionConfig broker =
                new RMQConnectionConfig.Builder()
                        .setHost(host)
                        .setPort(port)
                        .setVirtualHost("/")
                        .setUserName(user)
                        .setPassword(password)
                        .setPrefetchCount(10_000)
                        .build();

        env.enableCheckpointing(1_000);
        env.addSource(new RMQSource<>(broker, "orders", true, new SimpleStringSchema()))
                .map(String::toUpperCase)
                .addSink(new RMQSink<>(broker, "invoices", new SimpleStringSchema()));
        // end of snippet
        assertThat(env.getExecutionPlan()).doesNotContain(user).doesNotContain(password);
    }
}
