// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads jars as Java does: by the directory at their end, so that what stands before the first
 * entry, or between two, is of no account. Read as a stream some valid jars are none.
 */
public final class JarEntries {

    private JarEntries() {}

    /** One entry and what it holds. */
    public record Entry(ZipEntry header, byte[] content) {}

    /**
     * All entries in their order; of two with one name the first, for nobody sees the second.
     *
     * @throws java.util.zip.ZipException if it is no jar
     */
    public static List<Entry> of(Path jar) throws IOException {
        List<Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
                ZipEntry header = all.nextElement();
                if (names.add(header.getName())) {
                    try (InputStream in = zip.getInputStream(header)) {
                        entries.add(new Entry(header, in.readAllBytes()));
                    }
                }
            }
        }
        return entries;
    }

    /** Those of a jar that is held in memory; it becomes a file for as long as that takes. */
    public static List<Entry> of(byte[] jar) throws IOException {
        Path file = Files.createTempFile("millrace", ".jar");
        try {
            Files.write(file, jar);
            return of(file);
        } finally {
            Files.delete(file);
        }
    }
}
