// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The class files of a module, whether it is a directory (mvn test) or a jar (mvn verify). */
final class ClassFiles {

    /** Module name to one of its classes, by which its classes are found on the class path. */
    static final Map<String, String> MODULES =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("millrace-api", "io/millrace/spi/Pipeline"),
                            Map.entry("millrace-cli", "io/millrace/cli/Main"),
                            Map.entry(
                                    "millrace-connector-base",
                                    "io/millrace/connector/base/DeliveryGuarantee"),
                            Map.entry(
                                    "millrace-connector-datagen",
                                    "io/millrace/connector/datagen/source/DataGeneratorSource"),
                            Map.entry(
                                    "millrace-connector-files",
                                    "io/millrace/connector/file/src/FileSource"),
                            Map.entry(
                                    "millrace-connector-kafka",
                                    "io/millrace/kafka/KafkaProgramCheck"),
                            Map.entry(
                                    "millrace-connector-pubsub",
                                    "io/millrace/pubsub/SubscriptionOptions"),
                            Map.entry(
                                    "millrace-connector-kinesis", "io/millrace/kinesis/ShardBook"),
                            Map.entry(
                                    "millrace-connector-rabbitmq",
                                    "io/millrace/streaming/connectors/rabbitmq/RMQSource"),
                            Map.entry("millrace-engine", "io/millrace/engine/Engine"),
                            Map.entry(
                                    "millrace-filesystem-hadoop",
                                    "io/millrace/filesystem/hadoop/HadoopFileSystem"),
                            Map.entry(
                                    "millrace-filesystem-local",
                                    "io/millrace/core/fs/local/LocalFileSystem"),
                            Map.entry(
                                    "millrace-filesystem-gs",
                                    "io/millrace/filesystem/gs/GsFileSystem"),
                            Map.entry(
                                    "millrace-filesystem-s3",
                                    "io/millrace/filesystem/s3/S3FileSystem"),
                            Map.entry(
                                    "millrace-flink-internals", "io/millrace/flink/FlinkInternals"),
                            Map.entry("millrace-format-avro", "io/millrace/format/avro/AvroTypes"),
                            Map.entry(
                                    "millrace-format-csv",
                                    "io/millrace/formats/csv/CsvReaderFormat"),
                            Map.entry(
                                    "millrace-format-json",
                                    "io/millrace/formats/json/JsonSerializationSchema"),
                            Map.entry("millrace-rename", "io/millrace/rename/Renaming"),
                            Map.entry("millrace-rocksdb", "io/millrace/rocksdb/RocksStateProvider"),
                            Map.entry("millrace-state", "io/millrace/state/api/SavepointWriter"),
                            Map.entry("millrace-testing", "io/millrace/testing/FaultyFileSystem")));

    /**
     * Modules that hold Flink's own classes, renamed by the build, and below which names they lie:
     * nobody here wrote them, so what is asked of ours is not asked of them.
     */
    private static final Map<String, List<String>> RENAMED =
            Map.of(
                    "millrace-connector-base",
                    List.of("io/millrace/connector/base/"),
                    "millrace-connector-kafka",
                    List.of(
                            "io/millrace/connector/kafka/",
                            "io/millrace/streaming/connectors/kafka/"));

    private ClassFiles() {}

    /** Whether the build made this class of a module from one of Flink's. */
    static boolean isRenamed(String module, String internalName) {
        return RENAMED.getOrDefault(module, List.of()).stream().anyMatch(internalName::startsWith);
    }

    /**
     * Internal name to bytes of every class that lies beside {@code anchor}; module-info left out.
     */
    static Map<String, byte[]> beside(String anchor) {
        Map<String, byte[]> classes = new TreeMap<>();
        String suffix = ".class";
        URL url = ClassFiles.class.getClassLoader().getResource(anchor + suffix);
        if (url == null) {
            throw new IllegalStateException(anchor + " is not on the class path of the tests");
        }
        try {
            if (url.openConnection() instanceof JarURLConnection jarConnection) {
                try (JarFile jar =
                        new JarFile(Path.of(jarConnection.getJarFileURL().toURI()).toFile())) {
                    for (JarEntry entry : jar.stream().toList()) {
                        String name = entry.getName();
                        if (name.endsWith(suffix) && !name.startsWith("META-INF/")) {
                            try (InputStream in = jar.getInputStream(entry)) {
                                classes.put(
                                        name.substring(0, name.length() - suffix.length()),
                                        in.readAllBytes());
                            }
                        }
                    }
                }
            } else {
                String address = url.toString();
                Path root =
                        Path.of(
                                URI.create(
                                        address.substring(
                                                0,
                                                address.length()
                                                        - anchor.length()
                                                        - suffix.length())));
                List<Path> files;
                try (Stream<Path> tree = Files.walk(root)) {
                    files = tree.filter(file -> file.toString().endsWith(suffix)).toList();
                }
                for (Path file : files) {
                    String name = root.relativize(file).toString().replace('\\', '/');
                    classes.put(
                            name.substring(0, name.length() - suffix.length()),
                            Files.readAllBytes(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        classes.remove("module-info");
        return classes;
    }

    /** All of ours but the tests and the leaves: module to its classes. */
    static Map<String, Map<String, byte[]>> ours() {
        Map<String, Map<String, byte[]>> all = new TreeMap<>();
        MODULES.forEach((module, anchor) -> all.put(module, beside(anchor)));
        return all;
    }

    /**
     * The engine's classes in one of its packages (subpackages not included), such as {@code task}.
     */
    static Map<String, byte[]> engineRoom(String room) {
        Map<String, byte[]> classes = new TreeMap<>();
        String prefix = "io/millrace/engine/" + room.replace('.', '/') + "/";
        beside(MODULES.get("millrace-engine"))
                .forEach(
                        (name, bytes) -> {
                            if (packageOf(name).concat("/").equals(prefix)) {
                                classes.put(name, bytes);
                            }
                        });
        if (classes.isEmpty()) {
            throw new IllegalStateException("The engine has no room named " + room);
        }
        return classes;
    }

    static String packageOf(String internalName) {
        int slash = internalName.lastIndexOf('/');
        return slash < 0 ? "" : internalName.substring(0, slash);
    }

    /** The top of the source tree. */
    static Path projectRoot() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.exists(directory.resolve("docs/ARCHITECTURE.md"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new IllegalStateException("The tests do not run inside the source tree");
        }
        return directory;
    }

    static List<Path> sources(String module) {
        try (Stream<Path> tree =
                Files.walk(projectRoot().resolve(module).resolve("src/main/java"))) {
            return new ArrayList<>(tree.filter(file -> file.toString().endsWith(".java")).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
