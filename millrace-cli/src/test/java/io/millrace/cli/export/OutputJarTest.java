// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.Main;
import io.millrace.cli.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where an exported jar is written, and where not. */
final class OutputJarTest {

    /** A job as small as can be. */
    public static final class Job {
        public static void main(String[] args) {
            System.out.println(io.millrace.api.java.tuple.Tuple0.INSTANCE);
        }
    }

    @TempDir private Path directory;
    private Path jar;
    private String said;

    @BeforeEach
    void writeJar() throws IOException {
        String here = "io/millrace/cli/export/";
        String path = Job.class.getName().replace('.', '/');
        jar = directory.resolve("job.jar");
        try (var in = Job.class.getResourceAsStream("/" + path + ".class");
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry(path.replace(here, "acme/") + ".class"));
            out.write(
                    io.millrace.rename.Retargeting.renamedPackage(
                            in.readAllBytes(), here, "acme/"));
            out.closeEntry();
        }
    }

    private int export(Path from, Path to) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        List<String> command = new ArrayList<>(List.of("export", "--target", "flink-1.20"));
        command.addAll(List.of("-c", "acme.OutputJarTest$Job"));
        command.addAll(List.of("-o", to.toString(), from.toString()));
        int code = Main.run(command.toArray(new String[0]), new Surroundings(Map.of(), out, out));
        said = bytes.toString(StandardCharsets.UTF_8);
        return code;
    }

    private List<String> files() throws IOException {
        try (var all = Files.list(directory)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void directoriesStayWhatTheyAre() throws Exception {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Path full = Files.createDirectory(directory.resolve("full"));
        Files.createFile(full.resolve("kept"));

        for (Path each : List.of(empty, full)) {
            assertThat(export(jar, each)).as(said).isEqualTo(2);
            assertThat(said).contains(each + " is a directory");
            assertThat(each).isDirectory();
        }
        assertThat(files()).containsExactly("empty", "full", "job.jar");
        assertThat(full.resolve("kept")).exists();
    }

    @Test
    void whatIsNoRegularFileStays() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

        assertThat(export(jar, pipe)).as(said).isEqualTo(2);

        assertThat(said).contains(pipe + " is no regular file");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(files()).containsExactly("job.jar", "pipe");
    }

    @Test
    void aFileIsReplacedAndALinkToOneStays() throws Exception {
        Path file = Files.writeString(directory.resolve("old.jar"), "old");
        Path neighbour = Files.writeString(directory.resolve("link.jar.part"), "somebody's");
        Path link = Files.createSymbolicLink(directory.resolve("link.jar"), file);

        assertThat(export(jar, link)).as(said).isZero();

        assertThat(link).isSymbolicLink();
        assertThat(Files.size(file)).isGreaterThan(100);
        assertThat(neighbour).hasContent("somebody's");
        assertThat(files()).containsExactly("job.jar", "link.jar", "link.jar.part", "old.jar");
    }

    @Test
    void aDirectoryThatIsNotThereIsSaidToBeSo() throws Exception {
        Path nowhere = directory.resolve("no").resolve("such");

        assertThat(export(jar, nowhere.resolve("x.jar"))).as(said).isEqualTo(2);

        assertThat(said).contains("There is no directory " + nowhere);
    }

    @Test
    void whatIsCutOffIsNoJar() throws Exception {
        byte[] whole = Files.readAllBytes(jar);
        for (int length : List.of(0, 3, 22, 100, whole.length - 30, whole.length - 1)) {
            Path cut = directory.resolve("cut.jar");
            Files.write(cut, java.util.Arrays.copyOf(whole, length));

            assertThat(export(cut, directory.resolve("x.jar"))).as(said).isEqualTo(2);
            assertThat(said).contains(cut + " is no jar");
        }
    }

    @Test
    void whatIsLargeDoesNotPassThroughMemory() throws Exception {
        Path large = directory.resolve("large.jar");
        int megabytes = 300;
        byte[] zeros = new byte[1 << 20];
        try (JarFile small = new JarFile(jar.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(large))) {
            ZipEntry only = small.entries().nextElement();
            out.putNextEntry(new ZipEntry(only.getName()));
            small.getInputStream(only).transferTo(out);
            out.closeEntry();
            out.setLevel(1);
            out.putNextEntry(new ZipEntry("io/millrace/words/model.bin"));
            for (int i = 0; i < megabytes; i++) {
                out.write(zeros);
            }
            out.write('!');
            out.closeEntry();
        }
        Path made = directory.resolve("made.jar");
        Path log = directory.resolve("log");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx128m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "export",
                                "--target",
                                "flink-1.20",
                                "-c",
                                "acme.OutputJarTest$Job",
                                "-o",
                                made.toString(),
                                large.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }

        assertThat(process.waitFor()).as(Files.readString(log)).isZero();
        try (JarFile file = new JarFile(made.toFile())) {
            var entry = file.getEntry("org/apache/flink/words/model.bin");
            assertThat(entry.getSize()).isEqualTo(megabytes * (1L << 20) + 1);
            assertThat(file.getEntry("acme/OutputJarTest$Job.class")).isNotNull();
        }
    }
}
