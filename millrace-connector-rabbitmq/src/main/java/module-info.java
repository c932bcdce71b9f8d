// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Reads and writes queues of RabbitMQ. */
// requires-*: the client has no module descriptor, only a reserved name, and mirrored signatures
// name its classes.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.millrace.connector.rabbitmq {
    requires transitive io.millrace.api;
    requires transitive com.rabbitmq.client;
    requires org.slf4j;

    exports io.millrace.streaming.connectors.rabbitmq;
    exports io.millrace.streaming.connectors.rabbitmq.common;
}
