// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.cli.UsageException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * What need not be in memory of a jar: its files that no name in them is changed of, such as models
 * and dictionaries. In the jar that is worked on a mark stands in the place of each; when the new
 * jar is written, the file is, from disk to disk. Whatever becomes of its path goes for the mark.
 */
final class LargeFiles implements Closeable {

    private static final int LARGE = 4096;

    private final ZipFile jar;
    private final byte[] rest;
    private final String mark = "large file " + UUID.randomUUID() + " ";
    private final Map<String, ZipEntry> byMark = new HashMap<>();

    /**
     * Opens a jar.
     *
     * @param named for messages
     * @throws UsageException if it is none
     */
    LargeFiles(String named, Path file) throws IOException {
        try {
            jar = new ZipFile(file.toFile());
        } catch (ZipException e) {
            throw new UsageException(named + " is no jar, or holds no class", e);
        }
        try {
            byte[] marked = marked();
            rest = byMark.isEmpty() ? Files.readAllBytes(file) : marked;
        } catch (ZipException | EOFException e) {
            jar.close();
            throw new UsageException(named + " is no jar that can be read to its end", e);
        } catch (IOException e) {
            jar.close();
            throw e;
        }
    }

    private byte[] marked() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Set<String> names = new HashSet<>();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Enumeration<? extends ZipEntry> all = jar.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                if (!names.add(entry.getName())) {
                    continue; // nobody sees the second one
                }
                out.putNextEntry(header(entry));
                if (isLarge(entry)) {
                    String text = mark + byMark.size();
                    byMark.put(text, entry);
                    out.write(text.getBytes(StandardCharsets.UTF_8));
                } else {
                    copy(entry, out);
                }
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** Whether it is large, and nothing that is looked into. */
    private static boolean isLarge(ZipEntry entry) {
        String path = entry.getName();
        return entry.getSize() >= LARGE
                && !path.endsWith(".class")
                && !path.endsWith(".jar")
                && !path.startsWith("META-INF/services/")
                && !path.equals("META-INF/MANIFEST.MF");
    }

    private static ZipEntry header(ZipEntry entry) {
        ZipEntry header = new ZipEntry(entry.getName());
        header.setTime(entry.getTime());
        return header;
    }

    private void copy(ZipEntry entry, OutputStream out) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            in.transferTo(out);
        }
    }

    /** The jar to work on, with marks in it. */
    byte[] rest() {
        return rest;
    }

    /** Writes what became of {@link #rest}, with the files in place of the marks. */
    void write(byte[] made, OutputStream to) throws IOException {
        if (byMark.isEmpty()) {
            to.write(made);
            return;
        }
        ZipOutputStream out = new ZipOutputStream(to);
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(made))) {
            for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
                out.putNextEntry(header(each));
                byte[] begin = in.readNBytes(LARGE);
                ZipEntry large = byMark.get(new String(begin, StandardCharsets.UTF_8));
                if (large == null) {
                    out.write(begin);
                    in.transferTo(out);
                } else {
                    copy(large, out);
                }
                out.closeEntry();
            }
        }
        out.finish();
    }

    @Override
    public void close() throws IOException {
        jar.close();
    }
}
