// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import java.util.List;
import java.util.Optional;

/**
 * A module that a program brings only if it needs it: who misses something of it is told what to
 * do, with the launcher and without.
 *
 * @param folder below {@code opt/} of the distribution, with all its jars
 * @param artifact of {@code io.millrace}
 * @param schemes of its file systems
 * @param packages that its classes are in, those below them too
 */
public record OptionalModule(
        String folder, String artifact, List<String> schemes, List<String> packages) {

    /** Those of this project that have a folder in {@code opt/}. */
    public static final List<OptionalModule> ALL =
            List.of(
                    store("gs", "gs"),
                    store("hadoop", "hdfs", "viewfs", "webhdfs", "swebhdfs"),
                    store("s3", "s3", "s3a"),
                    connector(
                            "kafka",
                            "io.millrace.connector.kafka",
                            "io.millrace.streaming.connectors.kafka",
                            "io.millrace.kafka"),
                    connector(
                            "kinesis",
                            "io.millrace.connector.kinesis",
                            "io.millrace.connector.aws",
                            "io.millrace.kinesis"),
                    connector(
                            "pubsub",
                            "io.millrace.streaming.connectors.gcp.pubsub",
                            "io.millrace.pubsub"),
                    connector("rabbitmq", "io.millrace.streaming.connectors.rabbitmq"),
                    new OptionalModule(
                            "rocksdb",
                            "millrace-rocksdb",
                            List.of(),
                            List.of("io.millrace.contrib.streaming.state", "io.millrace.rocksdb")),
                    new OptionalModule(
                            "state", "millrace-state", List.of(), List.of("io.millrace.state.api")),
                    new OptionalModule(
                            "testing",
                            "millrace-testing",
                            List.of(),
                            List.of(
                                    "io.millrace.core.testutils",
                                    "io.millrace.runtime.minicluster",
                                    "io.millrace.runtime.operators.testutils",
                                    "io.millrace.runtime.testutils",
                                    "io.millrace.streaming.util",
                                    "io.millrace.test",
                                    "io.millrace.testing",
                                    "io.millrace.testutils")));

    private static OptionalModule store(String folder, String... schemes) {
        return new OptionalModule(
                folder,
                "millrace-filesystem-" + folder,
                List.of(schemes),
                List.of("io.millrace.filesystem." + folder));
    }

    private static OptionalModule connector(String folder, String... packages) {
        return new OptionalModule(
                folder, "millrace-connector-" + folder, List.of(), List.of(packages));
    }

    /** The one that serves this scheme, in small letters. */
    public static Optional<OptionalModule> ofScheme(String scheme) {
        return ALL.stream().filter(module -> module.schemes.contains(scheme)).findFirst();
    }

    /** The one with this folder. */
    public static Optional<OptionalModule> ofFolder(String folder) {
        return ALL.stream().filter(module -> module.folder.equals(folder)).findFirst();
    }

    /**
     * The one that this class is of.
     *
     * @param name with dots
     */
    public static Optional<OptionalModule> ofClass(String name) {
        return ALL.stream()
                .filter(
                        module ->
                                module.packages.stream()
                                        .anyMatch(within -> name.startsWith(within + ".")))
                .findFirst();
    }

    /** What to do to have it: a sentence. */
    public String howToGet() {
        return "With 'millrace run' give --classpath 'opt/"
                + folder
                + "/*' before the jar (opt/ is in the distribution); a program that embeds Millrace"
                + " needs the dependency io.millrace:"
                + artifact
                + ".";
    }
}
