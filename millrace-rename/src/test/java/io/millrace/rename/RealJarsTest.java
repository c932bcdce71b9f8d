// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flink's own jars, renamed and renamed back: byte by byte what they were. */
class RealJarsTest {

    @TempDir Path directory;

    private static Path jar(String name) {
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (path.matches(".*[/\\\\]" + name + "-\\d[^/\\\\]*\\.jar")) {
                return Path.of(path);
            }
        }
        throw new IllegalStateException(name + " is not on the class path of the tests");
    }

    private static Set<String> classes(Path jar) throws IOException {
        Set<String> names = new TreeSet<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            zip.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .forEach(name -> names.add(name.substring(0, name.length() - 6)));
        }
        return names;
    }

    private static Renaming toMillrace(Path jar) throws IOException {
        Set<String> there = new TreeSet<>();
        for (String name : classes(jar)) {
            there.add(Renaming.toMillrace(x -> false).internalName(name));
        }
        return Renaming.toMillrace(there::contains);
    }

    @ParameterizedTest
    @ValueSource(strings = {"flink-connector-base", "flink-core", "flink-streaming-java"})
    void thereAndBackIsTheSame(String name) throws IOException {
        Path original = jar(name);
        Renaming renaming = toMillrace(original);
        Path there = directory.resolve("there.jar");
        Path back = directory.resolve("back.jar");
        JarRenaming.Outcome outcome = new JarRenaming(renaming).rename(original, there);
        new JarRenaming(renaming.reverse()).rename(there, back);

        int compared = 0;
        try (ZipFile before = new ZipFile(original.toFile());
                ZipFile after = new ZipFile(back.toFile())) {
            assertThat(names(after)).isEqualTo(names(before));
            for (ZipEntry entry : before.stream().toList()) {
                byte[] was = content(before, entry);
                byte[] is = content(after, after.getEntry(entry.getName()));
                if (entry.getName().endsWith(".class")) {
                    was = renaming.classFile(was) == was ? was : Renaming.asWritten(was);
                    compared++;
                }
                assertThat(is).as(entry.getName()).isEqualTo(was);
            }
        }
        assertThat(compared).isEqualTo(outcome.classes()).isGreaterThan(80);
        System.out.println(name + ": " + compared + " classes there and back are the same");
    }

    @Test
    void aRenamedJarNamesFlinkNoMoreButInTextsAndOfOthers() throws IOException {
        Path original = jar("flink-connector-base");
        Path there = directory.resolve("there.jar");
        new JarRenaming(toMillrace(original)).rename(original, there);
        List<String> left = new ArrayList<>();
        try (ZipFile zip = new ZipFile(there.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                if (entry.getName().endsWith(".class")) {
                    for (String text :
                            new ConstantTexts(
                                            new org.objectweb.asm.ClassReader(content(zip, entry)))
                                    .all()) {
                        if (Prefix.FLINK.standsIn(text)) {
                            left.add(text);
                        }
                    }
                }
            }
        }

        // Asked for by name, and done without where there is none.
        assertThat(left).containsExactly("org.apache.flink.runtime.io.AvailabilityProvider");
    }

    private static List<String> names(ZipFile zip) {
        return zip.stream().map(ZipEntry::getName).map(String::valueOf).toList();
    }

    private static byte[] content(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    @Test
    void theBuildsToolUnpacksARealJar() throws IOException {
        Path out = Files.createDirectory(directory.resolve("classes"));
        Main.main(
                new String[] {
                    "--without",
                    "org/apache/flink/connector/base/table/*",
                    "--pass",
                    "io.millrace.connector.base.DeliveryGuarantee.toString=demo.Passing.pass",
                    jar("flink-connector-base").toString(),
                    out.toString()
                });

        assertThat(out.resolve("io/millrace/connector/base/DeliveryGuarantee.class")).exists();
        assertThat(out.resolve("io/millrace/connector/base/table")).doesNotExist();
        assertThat(out.resolve("META-INF/NOTICE")).content().contains("Apache");
    }
}
