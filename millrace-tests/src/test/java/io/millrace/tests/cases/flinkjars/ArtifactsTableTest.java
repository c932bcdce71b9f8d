// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.flinkjars;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What the launcher says of connectors that a program does not bring, against the real jars. */
class ArtifactsTableTest {

    private static final String TABLE = "/io/millrace/cli/flink/artifacts.tsv";

    @Test
    void artifactsHaveThePackagesThatTheTableSays() throws IOException {
        List<Path> jars = new ArrayList<>();
        Flinks.ofTests("org/apache/flink").forEach(jar -> jars.add(Path.of(jar)));
        Flinks.KAFKA.forEach(jar -> jars.add(Path.of(jar)));
        jars.add(Path.of(Flinks.copied("flink-connector-jdbc-core")));
        List<String> checked = new ArrayList<>();
        for (String[] row : rows()) {
            for (Path jar : jars) {
                if (jar.getFileName().toString().matches("\\Q" + row[1] + "\\E-\\d.*\\.jar")
                        && !row[0].contains(".state.rocksdb.")) { // it is Flink 2's
                    assertThat(holds(jar, row[0].replace('.', '/')))
                            .as(row[0] + " in " + jar)
                            .isTrue();
                    checked.add(row[0]);
                }
            }
        }

        assertThat(checked)
                .contains(
                        "org.apache.flink.connector.kafka.",
                        "org.apache.flink.connector.jdbc.",
                        "org.apache.flink.streaming.connectors.rabbitmq.",
                        "org.apache.flink.streaming.connectors.gcp.pubsub.",
                        "org.apache.flink.contrib.streaming.state.",
                        "org.apache.flink.test.junit5.",
                        "org.apache.flink.core.testutils.");
    }

    @Test
    void foldersOfTheDistributionAreThere() throws IOException {
        String distribution = Files.readString(Flinks.root().resolve("millrace-dist/pom.xml"));

        for (String[] row : rows()) {
            if (!row[2].equals("-")) {
                assertThat(distribution).contains("/millrace/opt/" + row[2] + "<");
            }
        }
    }

    private static List<String[]> rows() throws IOException {
        try (InputStream in = ArtifactsTableTest.class.getResourceAsStream(TABLE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .toList();
        }
    }

    private static boolean holds(Path jar, String folder) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .anyMatch(
                            entry ->
                                    entry.getName().startsWith(folder)
                                            && entry.getName().endsWith(".class"));
        }
    }
}
