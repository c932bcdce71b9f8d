// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.flinkjars;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/** Compiles programs against a real Flink, and runs them there or by the launcher. */
final class Flinks {

    static final List<String> FLINK_1 = classPathOf("millrace-flink-1.20", "all");
    static final List<String> FLINK_2 = classPathOf("millrace-flink-2.3", "all");

    /** Flink's connector for Kafka, and what it needs. */
    static final List<String> KAFKA = classPathOf("millrace-flink-1.20", "kafka");

    private static final List<String> TESTS =
            Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1));

    private Flinks() {}

    /** Written by the module's build. */
    private static List<String> classPathOf(String module, String what) {
        Path file = root().resolve(module).resolve("target").resolve(what + ".classpath");
        try {
            return List.of(Files.readString(file).strip().split(File.pathSeparator, -1));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "There is no " + file + "; build that module first (mvn -am ...)", e);
        }
    }

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("millrace-flink-1.20"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** A jar that the build of this module has copied. */
    static String copied(String artifact) {
        try (Stream<Path> jars = Files.list(root().resolve("millrace-tests/target/jars"))) {
            return jars.map(Path::toString)
                    .filter(jar -> Path.of(jar).getFileName().toString().startsWith(artifact + "-"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException("target/jars is made by the build of this module", e);
        }
    }

    /** What of the tests' own class path has one of these in its path. */
    static List<String> ofTests(String... parts) {
        return TESTS.stream().filter(path -> Stream.of(parts).anyMatch(path::contains)).toList();
    }

    /** The launcher's class path: nothing of Flink, of tests, or of what a program brings. */
    private static String launcher() {
        List<String> no =
                List.of("org/apache/flink", "junit", "millrace-testing", "millrace-tests", "kafka");
        return TESTS.stream()
                .filter(path -> no.stream().noneMatch(path::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * A jar of sources that lie in a folder beside this class.
     *
     * @param extra what is put in besides: path, content, path, content
     */
    static Path jar(Path folder, String sources, List<String> classPath, String... extra)
            throws Exception {
        Path classes = Files.createDirectories(folder.resolve(sources + "-classes"));
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-nowarn",
                                "-g",
                                "-proc:none",
                                "-XDignore.symbol.file",
                                "-cp",
                                String.join(File.pathSeparator, classPath),
                                "-d",
                                classes.toString()));
        Path here = Path.of(Flinks.class.getResource(sources).toURI());
        try (Stream<Path> files = Files.list(here)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> arguments.add(file.toString()));
        }
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
        for (int i = 0; i < extra.length; i += 2) {
            Path file = classes.resolve(extra[i]);
            Files.createDirectories(file.getParent());
            Files.writeString(file, extra[i + 1]);
        }
        Path jar = folder.resolve(sources + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> tree = Files.walk(classes)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(
                        new ZipEntry(
                                classes.relativize(file)
                                        .toString()
                                        .replace(File.separatorChar, '/')));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
        return jar;
    }

    /** What a process has said and how it has ended. */
    record Ended(int code, List<String> lines, String errors) {
        /** The lines, in an order that does not depend on who was first. */
        List<String> sorted() {
            return lines.stream().sorted().toList();
        }
    }

    /** {@code millrace run} with these arguments. */
    static Ended millrace(Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("io.millrace.cli.Main", "run"));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return java(launcher(), command);
    }

    /** A main class on a class path. */
    static Ended java(String classPath, List<String> mainAndArguments) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx512m",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"));
        // Flink 1.20 reaches into Java; its own scripts open it like this.
        for (String opened : List.of("java.util", "java.lang", "java.time")) {
            command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", classPath));
        command.addAll(mainAndArguments);
        Path errors = Files.createTempFile("flinks", ".err");
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try (InputStream out = process.getInputStream()) {
            List<String> lines =
                    new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("it ends").isTrue();
            return new Ended(process.exitValue(), lines, Files.readString(errors));
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(errors);
        }
    }
}
