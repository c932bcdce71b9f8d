// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Laws 1 and 2: arrows point down, and our own code lives under our own roots.
 *
 * <p>Which arrows a room of the engine may have is read from the table in docs/ARCHITECTURE.md, so
 * that the page and the code can't part.
 */
class ArchitectureTest {

    private static final String ENGINE = "io.millrace.engine";

    /** The roots that are ours; no package of Flink's begins like this. */
    private static final Set<String> OWN_ROOTS =
            Set.of(
                    "engine",
                    "spi",
                    "rocksdb",
                    "kafka",
                    "kinesis",
                    "pubsub",
                    "filesystem",
                    "format",
                    "rest",
                    "cli",
                    "testing",
                    "tests",
                    "benchmark",
                    "example",
                    "rename",
                    "flink");

    /** Module to the modules it may import. */
    private static final Map<String, Set<String>> MODULE_ARROWS =
            Map.ofEntries(
                    Map.entry("millrace-api", Set.of()),
                    Map.entry("millrace-engine", Set.of("millrace-api")),
                    Map.entry("millrace-filesystem-hadoop", Set.of("millrace-api")),
                    Map.entry("millrace-filesystem-local", Set.of("millrace-api")),
                    Map.entry("millrace-filesystem-gs", Set.of("millrace-api")),
                    Map.entry("millrace-filesystem-s3", Set.of("millrace-api")),
                    Map.entry("millrace-connector-base", Set.of("millrace-api")),
                    Map.entry("millrace-connector-datagen", Set.of("millrace-api")),
                    Map.entry("millrace-connector-files", Set.of("millrace-api")),
                    Map.entry(
                            "millrace-connector-kafka",
                            Set.of("millrace-api", "millrace-connector-base")),
                    Map.entry("millrace-connector-pubsub", Set.of("millrace-api")),
                    Map.entry(
                            "millrace-connector-kinesis",
                            Set.of("millrace-api", "millrace-connector-base")),
                    Map.entry("millrace-connector-rabbitmq", Set.of("millrace-api")),
                    Map.entry("millrace-format-avro", Set.of("millrace-api")),
                    Map.entry(
                            "millrace-format-csv",
                            Set.of("millrace-api", "millrace-connector-files")),
                    Map.entry("millrace-format-json", Set.of("millrace-api")),
                    Map.entry(
                            "millrace-cli",
                            Set.of(
                                    "millrace-api",
                                    "millrace-engine",
                                    "millrace-connector-files",
                                    "millrace-rename")),
                    Map.entry("millrace-rename", Set.of()),
                    Map.entry("millrace-rocksdb", Set.of("millrace-api", "millrace-engine")),
                    Map.entry("millrace-state", Set.of("millrace-api", "millrace-engine")),
                    Map.entry("millrace-testing", Set.of("millrace-api", "millrace-engine")));

    /** What else a module may name, by prefix of the package. */
    private static final Map<String, List<String>> FOREIGN =
            Map.ofEntries(
                    Map.entry(
                            "millrace-api",
                            List.of("org.slf4j", "com.esotericsoftware.kryo", "org.objenesis")),
                    Map.entry("millrace-engine", List.of("org.slf4j")),
                    Map.entry(
                            "millrace-filesystem-hadoop",
                            List.of("org.slf4j", "org.apache.hadoop")),
                    Map.entry("millrace-filesystem-local", List.of("org.slf4j")),
                    // javax.annotation: a mark on Flink's own classes, which needs no class to be
                    // there.
                    Map.entry("millrace-connector-base", List.of("org.slf4j", "javax.annotation")),
                    Map.entry("millrace-filesystem-gs", List.of("org.slf4j", "com.google")),
                    Map.entry(
                            "millrace-filesystem-s3",
                            List.of("org.slf4j", "software.amazon.awssdk")),
                    Map.entry("millrace-connector-datagen", List.of()),
                    Map.entry("millrace-connector-files", List.of("org.slf4j")),
                    // com.google.common.reflect: in one method of Flink's, about lineage, for which
                    // nobody asks here (docs/departures.md).
                    Map.entry(
                            "millrace-connector-kafka",
                            List.of(
                                    "org.slf4j",
                                    "org.apache.kafka",
                                    "javax.annotation",
                                    "com.google.common.reflect")),
                    Map.entry(
                            "millrace-connector-pubsub",
                            List.of("org.slf4j", "com.google", "io.grpc")),
                    Map.entry(
                            "millrace-connector-kinesis",
                            List.of("org.slf4j", "software.amazon.awssdk", "org.reactivestreams")),
                    Map.entry(
                            "millrace-connector-rabbitmq",
                            List.of("org.slf4j", "com.rabbitmq.client", "javax.net.ssl")),
                    Map.entry("millrace-format-avro", List.of("org.apache.avro")),
                    Map.entry("millrace-format-csv", List.of("com.fasterxml.jackson")),
                    Map.entry("millrace-format-json", List.of("com.fasterxml.jackson")),
                    Map.entry(
                            "millrace-cli",
                            // The compiler looks at what a migration has made.
                            List.of(
                                    "org.slf4j",
                                    "picocli",
                                    "org.snakeyaml.engine",
                                    "javax.tools",
                                    "javax.lang.model.element",
                                    "com.sun.source")),
                    Map.entry("millrace-rename", List.of("org.objectweb.asm")),
                    Map.entry("millrace-rocksdb", List.of("org.slf4j", "org.rocksdb")),
                    Map.entry("millrace-state", List.of()),
                    Map.entry("millrace-testing", List.of("org.slf4j", "org.junit")));

    /** Of Flink's own tests, or of products of Flink's, in no jar that these tests read. */
    private static final Set<String> UNREAD =
            Set.of(
                    "io.millrace.test.streaming.runtime.util",
                    "io.millrace.connector.aws.config",
                    "io.millrace.connector.kinesis.sink",
                    "io.millrace.connector.kinesis.source",
                    "io.millrace.connector.kinesis.source.config",
                    "io.millrace.connector.kinesis.source.enumerator",
                    "io.millrace.connector.kinesis.source.enumerator.assigner",
                    "io.millrace.connector.kinesis.source.serialization",
                    "io.millrace.connector.kinesis.source.split");

    private static final Map<String, String> MODULE_OF = new HashMap<>();
    private static JavaClasses classes;

    @BeforeAll
    static void readTheClasses() {
        Set<java.net.URL> roots = new HashSet<>();
        ClassFiles.ours()
                .forEach(
                        (module, files) ->
                                files.keySet()
                                        .forEach(
                                                name ->
                                                        MODULE_OF.put(
                                                                name.replace('/', '.'), module)));
        ClassFiles.MODULES.values().forEach(anchor -> roots.add(root(anchor)));
        classes = new ClassFileImporter().importUrls(roots);
    }

    private static java.net.URL root(String anchor) {
        try {
            String url =
                    ArchitectureTest.class
                            .getClassLoader()
                            .getResource(anchor + ".class")
                            .toString();
            return java.net
                    .URI
                    .create(url.substring(0, url.length() - anchor.length() - ".class".length()))
                    .toURL();
        } catch (java.net.MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void roomsOfTheEngineImportOnlyWhatTheArchitecturePageAllows() throws IOException {
        Map<String, Set<String>> allowed = arrowsOnThePage();
        Set<String> wrong = new TreeSet<>();
        Set<String> rooms = new TreeSet<>();
        for (JavaClass from : classes) {
            String room = room(from);
            if (room == null) {
                continue;
            }
            rooms.add(room);
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                String target = room(dependency.getTargetClass());
                if (target != null
                        && !target.equals(room)
                        && !allowed.getOrDefault(room, Set.of()).contains(target)) {
                    wrong.add(room + " -> " + target + ": " + dependency.getDescription());
                }
            }
        }
        assertThat(allowed.keySet()).as("rooms with a row on the page").containsAll(rooms);
        assertThat(wrong).as("arrows that the architecture page does not have").isEmpty();
    }

    @Test
    void theArrowsOnTheArchitecturePageMakeNoCircle() throws IOException {
        Map<String, Set<String>> left = new TreeMap<>();
        arrowsOnThePage().forEach((room, arrows) -> left.put(room, new TreeSet<>(arrows)));
        boolean moved = true;
        while (moved) {
            Set<String> floor =
                    left.entrySet().stream()
                            .filter(entry -> entry.getValue().isEmpty())
                            .map(Map.Entry::getKey)
                            .collect(Collectors.toSet());
            left.keySet().removeAll(floor);
            left.values().forEach(arrows -> arrows.removeAll(floor));
            moved = !floor.isEmpty();
        }
        assertThat(left).as("rooms that stand on each other").isEmpty();
    }

    @Test
    void packagesOfTheEngineMakeNoCircle() {
        slices().matching(ENGINE + ".(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void modulesImportOnlyModulesBelow() {
        Set<String> wrong = new TreeSet<>();
        for (JavaClass from : classes) {
            String module = moduleOf(from);
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                String other = moduleOf(target);
                if (other == null) {
                    String pack = target.getPackageName();
                    boolean known =
                            target.isPrimitive()
                                    || pack.startsWith("java.")
                                    || FOREIGN.get(module).stream()
                                            .anyMatch(
                                                    prefix ->
                                                            pack.equals(prefix)
                                                                    || pack.startsWith(
                                                                            prefix + "."));
                    if (!known) {
                        wrong.add(module + " -> " + target.getName());
                    }
                } else if (!other.equals(module) && !MODULE_ARROWS.get(module).contains(other)) {
                    wrong.add(module + " -> " + other + ": " + dependency.getDescription());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void eachPackageIsOursOrFlinksAndInOneModule() {
        Map<String, Set<String>> modulesOf = new TreeMap<>();
        Set<String> renamed = new HashSet<>();
        MODULE_OF.forEach(
                (name, module) -> {
                    String pack = name.substring(0, name.lastIndexOf('.'));
                    modulesOf.computeIfAbsent(pack, key -> new TreeSet<>()).add(module);
                    if (ClassFiles.isRenamed(module, name.replace('.', '/'))) {
                        renamed.add(pack);
                    }
                });
        Map<String, Set<String>> shared = new LinkedHashMap<>();
        Set<String> strangers = new TreeSet<>();
        Set<String> flinks = FlinkClasses.packages();
        modulesOf.forEach(
                (pack, modules) -> {
                    if (modules.size() > 1) {
                        shared.put(pack, modules);
                    }
                    String below = pack.substring("io.millrace.".length());
                    String root =
                            below.contains(".") ? below.substring(0, below.indexOf('.')) : below;
                    boolean mirrored =
                            flinks.contains("org.apache.flink." + below) || UNREAD.contains(pack);
                    if (mirrored == OWN_ROOTS.contains(root) && !renamed.contains(pack)) {
                        strangers.add(pack);
                    }
                });
        assertThat(shared).as("packages in more than one module").isEmpty();
        assertThat(strangers)
                .as("packages that are neither Flink's nor under a root of ours")
                .isEmpty();
    }

    /** Room to the rooms it may import, from the table "package | ... | imports (engine)". */
    private static Map<String, Set<String>> arrowsOnThePage() throws IOException {
        Map<String, Set<String>> arrows = new TreeMap<>();
        boolean inTable = false;
        for (String line :
                Files.readAllLines(ClassFiles.projectRoot().resolve("docs/ARCHITECTURE.md"))) {
            if (line.startsWith("| package ") && line.contains("imports (engine)")) {
                inTable = true;
            } else if (inTable && line.startsWith("| `")) {
                List<String> cells =
                        Arrays.stream(line.split("\\|", -1)).map(String::trim).toList();
                String room = cells.get(1).replace("`", "");
                String imports = cells.get(5).replaceAll("\\([^)]*\\)", "").trim();
                Set<String> targets = new TreeSet<>();
                if (!imports.equals("-")) {
                    targets.addAll(
                            Arrays.stream(imports.split(",", -1)).map(String::trim).toList());
                }
                arrows.put(room, targets);
            } else if (inTable && !line.startsWith("|")) {
                break;
            }
        }
        assertThat(arrows).as("rows of the table in docs/ARCHITECTURE.md").hasSizeGreaterThan(10);
        return arrows;
    }

    private static final Pattern ROOM =
            Pattern.compile("io\\.millrace\\.engine(?:\\.([a-z]+))?(?:\\..*)?");

    /** {@code state.heap} is part of the room {@code state}. */
    private static String room(JavaClass type) {
        Matcher matcher = ROOM.matcher(type.getBaseComponentType().getPackageName());
        return !matcher.matches() ? null : matcher.group(1) == null ? "engine" : matcher.group(1);
    }

    private static String moduleOf(JavaClass type) {
        return MODULE_OF.get(type.getName());
    }
}
