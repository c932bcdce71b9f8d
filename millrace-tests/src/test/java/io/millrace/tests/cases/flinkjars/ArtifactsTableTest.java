// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.flinkjars;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.lacking.Artifacts;
import io.millrace.cli.lacking.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What the launcher says of connectors that a program does not bring, against the real jars. */
class ArtifactsTableTest {

    @Test
    void artifactsHaveThePackagesThatTheTableSays() throws IOException {
        List<Path> jars = new ArrayList<>();
        Flinks.ofTests("org/apache/flink").forEach(jar -> jars.add(Path.of(jar)));
        Flinks.KAFKA.forEach(jar -> jars.add(Path.of(jar)));
        jars.add(Path.of(Flinks.copied("flink-connector-jdbc-core")));
        List<String> checked = new ArrayList<>();
        for (List<String> row : rows()) {
            String[] name = row.get(0).split(":", 2);
            String jarOf =
                    "\\Q" + name[0] + "\\E-\\d.*" + (name.length > 1 ? "-tests" : "") + "\\.jar";
            for (Path jar : jars) {
                for (String beginning : row.get(3).split(" ", -1)) {
                    if (jar.getFileName().toString().matches(jarOf)
                            && (name.length > 1 || !jar.toString().endsWith("-tests.jar"))
                            && !beginning.contains(".state.rocksdb.")) { // it is Flink 2's
                        assertThat(holds(jar, beginning.replace('.', '/')))
                                .as(beginning + " in " + jar)
                                .isTrue();
                        checked.add(beginning);
                    }
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
        Artifacts artifacts = new Artifacts();
        Set<String> folders = new TreeSet<>();

        for (List<String> row : rows()) {
            for (String beginning : row.get(3).split(" ", -1)) {
                Artifacts.Origin origin = artifacts.with(beginning + "Some");
                assertThat(origin.artifact()).as(beginning).startsWith(row.get(0).split(":", 2)[0]);
                if (origin.folder() != null) {
                    folders.add(origin.folder());
                    assertThat(distribution).contains("/millrace/opt/" + origin.folder() + "<");
                }
            }
        }
        assertThat(folders).contains("kafka", "kinesis", "rocksdb", "state", "testing");
    }

    /** Those that say which packages an artifact has. */
    private static List<List<String>> rows() {
        return Table.rows(Artifacts.class, "artifacts.tsv").stream()
                .filter(row -> row.size() > 3)
                .toList();
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
