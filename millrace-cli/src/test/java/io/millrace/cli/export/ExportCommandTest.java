// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.FlinkSource;
import io.millrace.cli.Main;
import io.millrace.cli.Surroundings;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExportCommandTest {

    /** Nothing that Flink 2 has not. */
    static final class Plain {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.fromSequence(1, 3).map(number -> "n" + number).print();
            System.setProperty("key", "millrace.window.slices");
            env.execute();
        }
    }

    /** A loop. */
    static final class Loop {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            var loop = env.fromSequence(1, 3).iterate(100);
            loop.closeWith(loop.filter(number -> number > 1));
            env.execute();
        }
    }

    /** Names what is Millrace's own. */
    static final class Own {
        public static void main(String[] args) {
            System.out.println(io.millrace.engine.EngineOptions.class);
        }
    }

    private static final String JOB =
            "package com.acme; import io.millrace.streaming.api.environment.*; public class Job {"
                    + " public static void main(String[] a) throws Exception {"
                    + " StreamExecutionEnvironment.getExecutionEnvironment().execute(); } }";

    @TempDir private Path directory;
    private String said;

    private int export(String... arguments) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        int code = Main.run(arguments, new Surroundings(Map.of(), out, out));
        said = bytes.toString(StandardCharsets.UTF_8);
        return code;
    }

    private Path jar(Class<?> main, Class<?>... bundled) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
        Path jar = directory.resolve(main.getSimpleName() + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            put(out, main);
            for (Class<?> each : bundled) {
                put(out, each);
            }
        }
        return jar;
    }

    /** As {@code acme/Plain}: in the launcher's own package it would be taken for Millrace's. */
    private static void put(JarOutputStream out, Class<?> type) throws IOException {
        String path = type.getName().replace('.', '/');
        try (InputStream in = type.getResourceAsStream("/" + path + ".class")) {
            byte[] content = in.readAllBytes();
            boolean own = type.getPackage() == ExportCommandTest.class.getPackage();
            out.putNextEntry(new ZipEntry((own ? moved(path) : path) + ".class"));
            out.write(own ? movedClass(content) : content);
            out.closeEntry();
        }
    }

    private static final String HERE = "io/millrace/cli/export/";

    private static String moved(String path) {
        return path.replace(HERE, "acme/");
    }

    private static byte[] movedClass(byte[] content) {
        return io.millrace.rename.Retargeting.renamedPackage(content, HERE, "acme/");
    }

    private String[] command(String target, Path jar, String simpleName) {
        return new String[] {
            "export",
            "--target",
            target,
            "-c",
            "acme.ExportCommandTest$" + simpleName,
            jar.toString()
        };
    }

    @Test
    void writesAJarBesideTheFirstThatNamesNothingOfMillrace() throws Exception {
        Path jar = jar(Plain.class);

        assertThat(export(command("flink-1.20", jar, "Plain"))).as(said).isZero();

        Path exported = directory.resolve("Plain-flink-1.20.jar");
        assertThat(said).contains("the setting millrace.window.slices is Millrace's");
        assertThat(said).contains("flink run -c acme.ExportCommandTest$Plain " + exported);
        try (JarFile file = new JarFile(exported.toFile())) {
            byte[] content =
                    file.getInputStream(file.getEntry("acme/ExportCommandTest$Plain.class"))
                            .readAllBytes();
            assertThat(new String(content, StandardCharsets.ISO_8859_1))
                    .doesNotContain("io/millrace")
                    .contains("org/apache/flink/streaming/api/environment");
        }
    }

    @Test
    void leavesOutWhatIsMillracesOwnAndSaysSo() throws Exception {
        Path jar = jar(Plain.class, StreamExecutionEnvironment.class);

        assertThat(export(command("flink-2.3", jar, "Plain"))).as(said).isZero();

        assertThat(said).contains("left out what is Millrace's own, 1 class:");
        try (JarFile file = new JarFile(directory.resolve("Plain-flink-2.3.jar").toFile())) {
            assertThat(file.stream().map(ZipEntry::getName))
                    .containsExactly("META-INF/MANIFEST.MF", "acme/ExportCommandTest$Plain.class");
        }
    }

    @Test
    void refusesALoopForFlink2WithItsPlace() throws Exception {
        Path jar = jar(Loop.class);

        assertThat(export(command("flink-2.3", jar, "Loop"))).isEqualTo(1);

        assertThat(said)
                .contains("can't run on Flink 2.3, which lacks 2 things it uses:")
                .contains(".iterate(long)")
                .contains("from acme.ExportCommandTest$Loop.main(ExportCommandTest.java:")
                .contains("Flink 2 has no iterations");
        assertThat(directory.resolve("Loop-flink-2.3.jar")).doesNotExist();
        assertThat(export(command("flink-1.20", jar, "Loop"))).as(said).isZero();
    }

    @Test
    void refusesWhatIsMillracesOnly() throws Exception {
        assertThat(export(command("flink-1.20", jar(Own.class), "Own"))).isEqualTo(1);

        assertThat(said)
                .contains("\n  io.millrace.engine.EngineOptions\n")
                .contains("that is Millrace's engine");
    }

    @Test
    void aFlinkJarIsToBeSubmittedAsItIs() throws Exception {
        Path plain = new FlinkSource().compiled(JOB).jar(directory.resolve("plain.jar"));
        Path fat =
                new FlinkSource()
                        .compiled(
                                JOB,
                                "package io.millrace.extra; public class Extra {"
                                        + " io.millrace.util.Collector<?> c; }")
                        .jar(directory.resolve("fat.jar"));

        for (Path jar : List.of(plain, fat)) {
            assertThat(export("export", "--target", "flink-2.3", jar.toString())).isEqualTo(2);
            assertThat(said)
                    .contains(
                            jar + " is a Flink jar already",
                            "Submit it as it is: flink run " + jar);
        }
    }

    @Test
    void foldersThatAreEmptyNowAreLeftOut() throws Exception {
        FlinkSource program = new FlinkSource().with("io/", "").with("io/millrace/", "");
        program.with("io/millrace/training/", "").with("acme/", "").with("acme/words.txt", "some");
        FlinkSource.classes(JOB.replace("com.acme", "io.millrace.training"))
                .forEach((name, file) -> program.with(name + ".class", file));
        Path jar = program.jar(directory.resolve("job.jar"));

        assertThat(
                        export(
                                "export",
                                "--target",
                                "flink-1.20",
                                "-c",
                                "io.millrace.training.Job",
                                jar.toString()))
                .as(said)
                .isZero();
        try (JarFile file = new JarFile(directory.resolve("job-flink-1.20.jar").toFile())) {
            assertThat(file.stream().map(ZipEntry::getName))
                    .contains("acme/", "acme/words.txt", "org/apache/flink/training/Job.class")
                    .noneMatch(name -> name.startsWith("io/"));
        }
    }

    @Test
    void saysWhatIsWrongWithTheCommand() throws Exception {
        assertThat(export("export", "--target", "flink-1.19", jar(Plain.class).toString()))
                .isEqualTo(2);
        assertThat(said).contains("flink-1.20 or flink-2.3, not 'flink-1.19'");

        assertThat(export("export", "--target", "flink-2.3", "nowhere.jar")).isEqualTo(2);
        assertThat(said).contains("the jar nowhere.jar does not exist");

        Path empty = Files.write(directory.resolve("empty.jar"), List.of("no jar"));
        assertThat(export("export", "--target", "flink-2.3", empty.toString())).isEqualTo(2);
        assertThat(said).contains("is no jar, or holds no class");

        assertThat(export(command("flink-2.3", jar(Plain.class), "Missing"))).isEqualTo(2);
        assertThat(said).contains("There is no class acme.ExportCommandTest$Missing");
    }
}
