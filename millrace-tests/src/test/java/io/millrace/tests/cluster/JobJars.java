// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import io.millrace.cli.Main;
import io.millrace.cli.Surroundings;
import io.millrace.tests.cluster.jobs.OldStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Jars of jobs, as a user would have and export them. */
final class JobJars {

    private JobJars() {}

    /** An example of the distribution, as the build of its module has packed it. */
    static Path example(String name) {
        Path folder = Path.of("../millrace-examples/target/examples").toAbsolutePath().normalize();
        Path jar = folder.resolve(name + ".jar");
        if (!Files.exists(jar)) {
            throw new IllegalStateException(
                    "There is no "
                            + jar
                            + "; build that module first (mvn -pl millrace-tests -am ...)");
        }
        return jar;
    }

    /** A jar with all jobs of the tests, of which one is started. */
    static Path of(Path directory, Class<?> job) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, job.getName());
        Path jar = directory.resolve(job.getSimpleName() + ".jar");
        Path root;
        try {
            root =
                    Path.of(
                            OldStyle.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        Path folder = root.resolve(OldStyle.class.getPackageName().replace('.', '/'));
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> classes = Files.list(folder)) {
            for (Path file : classes.sorted().toList()) {
                entries.putNextEntry(new ZipEntry(root.relativize(file).toString()));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
        return jar;
    }

    /** Exports it with the command, into a directory. */
    static Path export(Path jar, Path directory, String version, String... options) {
        Path exported = directory.resolve(jar.getFileName() + "-flink-" + version + ".jar");
        List<String> command =
                new ArrayList<>(
                        List.of("export", "--target", "flink-" + version, "-o", "" + exported));
        command.addAll(List.of(options));
        command.add(jar.toString());
        millrace(command);
        return exported;
    }

    /** Runs it here. */
    static void run(Path jar, Path checkpoints, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "run",
                                "-p",
                                "4",
                                "-D",
                                "execution.checkpointing.dir=" + checkpoints.toUri(),
                                jar.toString()));
        command.addAll(List.of(arguments));
        millrace(command);
    }

    /** What the command said. */
    static String millrace(List<String> command) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        int code = Main.run(command.toArray(new String[0]), new Surroundings(Map.of(), out, out));
        String text = said.toString(StandardCharsets.UTF_8);
        if (code != 0) {
            throw new AssertionError(command + " ended with " + code + ":\n" + text);
        }
        return text;
    }

    /** All lines of files that a sink has finished, sorted. */
    static List<String> lines(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.getFileName().toString().startsWith(".")) {
                    lines.addAll(Files.readAllLines(file));
                }
            }
        }
        lines.sort(null);
        return lines;
    }
}
