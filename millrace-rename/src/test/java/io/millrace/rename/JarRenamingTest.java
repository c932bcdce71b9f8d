// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarRenamingTest {

    private static final LocalDateTime TIME = LocalDateTime.of(2024, 5, 6, 7, 8, 10);
    private static final Renaming TO_MILLRACE = Renaming.toMillrace(name -> true);

    private final JarRenaming jars = new JarRenaming(TO_MILLRACE);
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    @TempDir Path directory;

    private void put(String path, String content) {
        entries.put(path, content.getBytes(StandardCharsets.UTF_8));
    }

    private void putClass() {
        entries.put(
                "org/apache/flink/demo/Program.class",
                Compiled.sources("package org.apache.flink.demo; public class Program {}")
                        .get("org/apache/flink/demo/Program"));
    }

    private static byte[] jar(Map<String, byte[]> entries, int method) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                ZipEntry header = new ZipEntry(entry.getKey());
                header.setTimeLocal(TIME);
                header.setMethod(method);
                if (method == ZipEntry.STORED) {
                    CRC32 sum = new CRC32();
                    sum.update(entry.getValue());
                    header.setSize(entry.getValue().length);
                    header.setCrc(sum.getValue());
                }
                out.putNextEntry(header);
                out.write(entry.getValue());
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private byte[] jar() {
        return jar(entries, ZipEntry.DEFLATED);
    }

    private static Map<String, byte[]> read(byte[] jar) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                entries.put(entry.getName(), in.readAllBytes());
                assertThat(entry.getTimeLocal()).as(entry.getName()).isEqualTo(TIME);
            }
        }
        return entries;
    }

    @Test
    void entriesMoveInTheirOrder() throws IOException {
        put(
                "META-INF/MANIFEST.MF",
                "Manifest-Version: 1.0\nMain-Class: org.apache.flink.demo.Program\n");
        put("org/", "");
        put("org/apache/flink/", "");
        putClass();
        put("org/apache/flink/demo/words.txt", "org.apache.flink stays in text");
        put("META-INF/services/org.apache.flink.demo.Service", "org.apache.flink.demo.Program\n");
        put("META-INF/versions/17/org/apache/flink/demo/more.txt", "");
        put("META-INF/NOTICE", "Apache Flink");
        byte[] original = jar();
        byte[] renamed = jars.rename(original);
        Map<String, byte[]> after = read(renamed);

        assertThat(after.keySet())
                .containsExactly(
                        "META-INF/MANIFEST.MF",
                        "org/",
                        "io/millrace/",
                        "io/millrace/demo/Program.class",
                        "io/millrace/demo/words.txt",
                        "META-INF/services/io.millrace.demo.Service",
                        "META-INF/versions/17/io/millrace/demo/more.txt",
                        "META-INF/NOTICE");
        assertThat(after.get("io/millrace/demo/words.txt"))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("org.apache.flink stays in text");
        assertThat(after.get("META-INF/services/io.millrace.demo.Service"))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("io.millrace.demo.Program\n");
        assertThat(
                        new Manifest(new ByteArrayInputStream(after.get("META-INF/MANIFEST.MF")))
                                .getMainAttributes()
                                .getValue("Main-Class"))
                .isEqualTo("io.millrace.demo.Program");
        assertThat(read(new JarRenaming(TO_MILLRACE.reverse()).rename(renamed)).keySet())
                .containsExactlyElementsOf(entries.keySet());
    }

    @Test
    void aManifestNamesTheRenamedProgram() throws IOException {
        put(
                "META-INF/MANIFEST.MF",
                "Manifest-Version: 1.0\n"
                        + "program-class: org.apache.flink.demo.Program\n"
                        + "Title: org.apache.flink\n");
        putClass();
        Manifest manifest =
                new Manifest(
                        new ByteArrayInputStream(
                                read(jars.rename(jar())).get("META-INF/MANIFEST.MF")));

        assertThat(manifest.getMainAttributes().getValue("program-class"))
                .isEqualTo("io.millrace.demo.Program");
        assertThat(manifest.getMainAttributes().getValue("Title")).isEqualTo("org.apache.flink");
    }

    @Test
    void aSignedJarLosesItsSignatures() throws IOException {
        put(
                "META-INF/MANIFEST.MF",
                """
                Manifest-Version: 1.0

                Name: org/apache/flink/demo/Program.class
                SHA-256-Digest: AAAA

                Name: kept/file.txt
                SHA-256-Digest: BBBB
                Content-Type: text/plain

                """);
        put("META-INF/KEY.SF", "Signature-Version: 1.0\n");
        put("META-INF/KEY.RSA", "x");
        put("META-INF/sig-x", "x");
        put("META-INF/more/KEY.RSA", "no signature here");
        put("kept/file.txt", "x");
        putClass();
        byte[] renamed = jars.rename(jar());
        Map<String, byte[]> after = read(renamed);
        Manifest manifest =
                new Manifest(new ByteArrayInputStream(after.get("META-INF/MANIFEST.MF")));

        assertThat(after.keySet())
                .containsExactly(
                        "META-INF/MANIFEST.MF",
                        "META-INF/more/KEY.RSA",
                        "kept/file.txt",
                        "io/millrace/demo/Program.class");
        assertThat(manifest.getEntries()).containsOnlyKeys("kept/file.txt");
        assertThat(manifest.getAttributes("kept/file.txt").keySet()).hasToString("[Content-Type]");
    }

    @Test
    void aSignedJarWithNothingToRenameIsLeftAlone() {
        put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n\nName: a\nSHA-256-Digest: AAAA\n\n");
        put("META-INF/KEY.SF", "x");
        put("META-INF/KEY.RSA", "x");
        put("a", "org.apache.flink");
        byte[] signed = jar();

        assertThat(jars.rename(signed)).isSameAs(signed);
    }

    @Test
    void jarsInsideAreRenamedToo() throws IOException {
        putClass();
        byte[] inner = jar();
        entries.clear();
        put("other.txt", "x");
        byte[] untouched = jar();
        entries.clear();
        entries.put("lib/inner.jar", inner);
        entries.put("lib/other.jar", untouched);
        put("lib/no.jar", "not a jar");
        Map<String, byte[]> middle = Map.of("deep.jar", jar(entries, ZipEntry.STORED));
        Map<String, byte[]> after =
                read(read(jars.rename(jar(middle, ZipEntry.STORED))).get("deep.jar"));

        assertThat(read(after.get("lib/inner.jar")))
                .containsOnlyKeys("io/millrace/demo/Program.class");
        assertThat(after.get("lib/other.jar")).isEqualTo(untouched);
        assertThat(after.get("lib/no.jar")).asString(StandardCharsets.UTF_8).isEqualTo("not a jar");
    }

    @Test
    void aJarThatHoldsTheOtherSideIsRefused() {
        putClass();
        put("io/millrace/demo/words.txt", "");

        assertThatThrownBy(() -> jars.rename(jar()))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("io/millrace/demo/words.txt");
    }

    @Test
    void aRefusalNamesTheWayToTheClass() throws IOException {
        entries.putAll(
                Map.of(
                        "demo/Both.class",
                        Compiled.sources(
                                        "package io.millrace.demo; public class Item {}",
                                        "package demo; public class Both {"
                                                + " io.millrace.demo.Item item; }")
                                .get("demo/Both")));
        byte[] inner = jar();
        entries.clear();
        entries.put("lib/inner.jar", inner);
        Path jar = Files.write(directory.resolve("outer.jar"), jar());
        Path out = directory.resolve("out.jar");

        assertThatThrownBy(() -> jars.rename(jar, out))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("outer.jar")
                .hasMessageContaining("lib/inner.jar")
                .hasMessageContaining("demo/Both.class");
        assertThat(out).doesNotExist();
    }

    @Test
    void whatIsLeftOutIsNotThere() throws IOException {
        putClass();
        put("org/apache/flink/table/T.txt", "");
        JarRenaming some = jars.without(path -> path.startsWith("org/apache/flink/table/"));

        assertThat(read(some.rename(jar()))).containsOnlyKeys("io/millrace/demo/Program.class");
    }

    @Test
    void aJarIsUnpackedIntoADirectory() throws IOException {
        putClass();
        put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n");
        put("META-INF/NOTICE", "Apache Flink");
        Path jar = Files.write(directory.resolve("in.jar"), jar());
        Path out = directory.resolve("classes");
        JarRenaming.Outcome outcome = jars.unpack(jar, out);

        assertThat(outcome).isEqualTo(new JarRenaming.Outcome(1, 1, 0));
        assertThat(out.resolve("io/millrace/demo/Program.class")).exists();
        assertThat(out.resolve("META-INF/NOTICE")).hasContent("Apache Flink");
        assertThat(out.resolve("META-INF/MANIFEST.MF")).doesNotExist();
    }

    @Test
    void anEntryThatLeadsOutsideIsRefused() throws IOException {
        put("../outside.txt", "x");
        Path jar = Files.write(directory.resolve("in.jar"), jar());

        assertThatThrownBy(() -> jars.unpack(jar, directory.resolve("classes")))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("../outside.txt");
        assertThat(directory.resolve("outside.txt")).doesNotExist();
    }
}
