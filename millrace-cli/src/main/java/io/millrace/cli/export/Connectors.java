// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which of Flink's jars a cluster has, and which a job brings along. */
final class Connectors {

    /** Artifacts that are in the folder lib of every Flink, or in its one large jar. */
    private static final List<String> OF_THE_CLUSTER =
            List.of(
                    "flink-annotations",
                    "flink-clients",
                    "flink-connector-base",
                    "flink-connector-datagen",
                    "flink-connector-files",
                    "flink-core",
                    "flink-csv",
                    "flink-datastream",
                    "flink-file-sink-common",
                    "flink-hadoop-fs",
                    "flink-java",
                    "flink-json",
                    "flink-metrics-core",
                    "flink-optimizer",
                    "flink-queryable-state",
                    "flink-rpc",
                    "flink-runtime",
                    "flink-statebackend-rocksdb",
                    "flink-streaming-java",
                    "kryo");

    private final Set<String> needed = new TreeSet<>();

    /** A jar that a class of the job's is from. */
    void use(String jar) {
        if (!isOfTheCluster(jar)) {
            needed.add(jar);
        }
    }

    /** Whether it is there on each cluster, and its classes come before those that a job brings. */
    static boolean isOfTheCluster(String jar) {
        return OF_THE_CLUSTER.stream().anyMatch(jar::startsWith);
    }

    /** The jars that a cluster does not have. */
    Set<String> needed() {
        return needed;
    }

    /** What else the jar wants that neither it nor a cluster has; empty if nothing. */
    static String wants(String jar) {
        if (jar.startsWith("flink-connector-kafka")) {
            return " and kafka-clients";
        }
        if (jar.startsWith("flink-connector-rabbitmq")) {
            return " and RabbitMQ's amqp-client";
        }
        if (jar.startsWith("flink-connector-gcp-pubsub")) {
            return " and Google's clients that it names";
        }
        return jar.startsWith("flink-avro") ? " and avro" : "";
    }
}
