// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Source and sink for Kafka: Flink's own classes, renamed when this module is built, and ours. */
// requires-*: Kafka's client has no module descriptor, only a reserved name, and the connector's
// signatures name its classes.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.millrace.connector.kafka {
    requires transitive io.millrace.connector.base;
    requires transitive kafka.clients;
    requires org.slf4j;

    exports io.millrace.connector.kafka.lineage;
    exports io.millrace.connector.kafka.sink;
    exports io.millrace.connector.kafka.source;
    exports io.millrace.connector.kafka.source.enumerator;
    exports io.millrace.connector.kafka.source.enumerator.initializer;
    exports io.millrace.connector.kafka.source.enumerator.subscriber;
    exports io.millrace.connector.kafka.source.reader;
    exports io.millrace.connector.kafka.source.reader.deserializer;
    exports io.millrace.connector.kafka.source.split;
    exports io.millrace.streaming.connectors.kafka;
    exports io.millrace.streaming.connectors.kafka.partitioner;

    provides io.millrace.spi.ProgramCheck with
            io.millrace.kafka.KafkaProgramCheck;
}
