// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.lacking.Absences;
import io.millrace.cli.lacking.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** What {@code millrace migrate} says is not here is not here, and what it offers instead is. */
class MigrationTablesTest {

    private static List<String[]> rows(String table) {
        return Table.rows(Absences.class, table).stream()
                .map(row -> row.toArray(String[]::new))
                .toList();
    }

    @Test
    void whatIsSaidToBeAbsentIsAbsent() throws IOException {
        Map<String, byte[]> ours = new HashMap<>();
        ClassFiles.ours().values().forEach(ours::putAll);
        List<String> wrong = new ArrayList<>();
        for (String[] row : rows("absences.tsv")) {
            assertThat(row).as("%s", List.of(row)).hasSize(3).doesNotContain("");
            String name = row[1].replace("org.apache.flink", "io.millrace").replace('.', '/');
            String type = name.contains("#") ? name.substring(0, name.indexOf('#')) : name;
            String member = name.substring(name.indexOf('#') + 1);
            boolean here =
                    switch (row[0]) {
                        case "product", "absent" ->
                                type.endsWith("/")
                                        ? ours.keySet().stream()
                                                .anyMatch(one -> one.startsWith(type))
                                        : ours.containsKey(type);
                        case "member" ->
                                ours.containsKey(type) && hasMethod(ours.get(type), member);
                        // Here, and refused: what is wrong of it is that it is not.
                        case "refused" ->
                                !(ours.containsKey(type) && hasMethod(ours.get(type), member));
                        default -> throw new IllegalStateException(row[0]);
                    };
            if (here) {
                wrong.add(String.join(" ", row));
            }
        }
        assertThat(wrong).as("lines of absences.tsv that are not so").isEmpty();
    }

    private static boolean hasMethod(byte[] bytes, String name) {
        ClassNode type = new ClassNode();
        new ClassReader(bytes).accept(type, ClassReader.SKIP_CODE);
        return type.methods.stream().anyMatch(method -> method.name.equals(name));
    }

    @Test
    void theArtifactsThatAreOfferedAreOurs() throws IOException {
        String bom = Files.readString(ClassFiles.projectRoot().resolve("millrace-bom/pom.xml"));
        Set<String> wrong = new HashSet<>();
        for (String[] row : rows("artifacts.tsv")) {
            String ours = row[1];
            boolean there = bom.contains("<artifactId>" + ours.replace("!", "") + "</artifactId>");
            if (ours.equals("-") || ours.contains(":")) {
                continue;
            }
            if (ours.startsWith("!") == there) {
                wrong.add(row[0] + " -> " + ours);
            }
        }
        assertThat(wrong)
                .as("lines of artifacts.tsv that the bill of materials contradicts")
                .isEmpty();
    }
}
