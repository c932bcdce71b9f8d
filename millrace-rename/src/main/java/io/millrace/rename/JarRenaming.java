// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

/**
 * Renames a whole jar: its classes, what lies beside them, service files, manifest, and jars inside
 * it. Entries keep their order, times and ways of compression.
 *
 * <p>A signed jar in which something is renamed loses its signatures and their sums, for they would
 * no longer hold and the classes would be refused. A jar, or a jar inside one, in which nothing is
 * renamed stays as it is, signatures included.
 *
 * <p>Immutable, for any thread.
 */
public final class JarRenaming {

    private static final Pattern SIGNATURE =
            Pattern.compile("META-INF/(?:SIG-[^/]*|[^/]*\\.(?:SF|RSA|DSA|EC))");

    private final Renaming renaming;
    private final Predicate<String> left;

    /** Everything in a jar, in the direction. */
    public JarRenaming(Renaming renaming) {
        this(renaming, path -> false);
    }

    private JarRenaming(Renaming renaming, Predicate<String> left) {
        this.renaming = renaming;
        this.left = left;
    }

    /**
     * Without some entries.
     *
     * @param dropped whether the entry of that path, before renaming, is left out
     */
    public JarRenaming without(Predicate<String> dropped) {
        return new JarRenaming(renaming, left.or(dropped));
    }

    /**
     * What became of a jar.
     *
     * @param classes how many class files came out, renamed or not; those of jars inside included
     * @param renamed how many entries have another name or content than before
     * @param signatures how many files of signatures were taken out
     */
    public record Outcome(int classes, int renamed, int signatures) {}

    /**
     * Renames a jar into another.
     *
     * @throws RenameException if an entry can't be renamed; there is no new jar then
     */
    public Outcome rename(Path jar, Path renamed) throws IOException {
        Work work = work(jar);
        Path aside = renamed.resolveSibling(renamed.getFileName() + ".part");
        try (OutputStream out = Files.newOutputStream(aside)) {
            out.write(work.jar());
        }
        Files.move(aside, renamed, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        return work.outcome();
    }

    /**
     * Renames a jar into a directory: entries become files. The manifest is left out, for it is the
     * jar's.
     *
     * @throws RenameException if an entry can't be renamed; nothing was written then
     */
    public Outcome unpack(Path jar, Path directory) throws IOException {
        Work work = work(jar);
        Path root = directory.toAbsolutePath().normalize();
        for (Entry entry : work.entries) {
            Path file = root.resolve(entry.header.getName()).normalize();
            if (!file.startsWith(root)) {
                throw new RenameException(
                        "The entry " + entry.header.getName() + " of " + jar + " leads outside.");
            }
            if (entry.header.isDirectory() || entry.header.getName().equals(Manifests.PATH)) {
                continue;
            }
            Files.createDirectories(file.getParent());
            Files.write(file, entry.content);
        }
        return work.outcome();
    }

    /** A jar held in memory; the array itself if there is nothing to rename in it. */
    public byte[] rename(byte[] jar) {
        try {
            Work work = new Work(jar);
            return work.isChanged() ? work.jar() : jar;
        } catch (IOException e) {
            throw new RenameException("Not a jar that can be read: " + e.getMessage(), e);
        }
    }

    private Work work(Path jar) throws IOException {
        try {
            return new Work(Files.readAllBytes(jar));
        } catch (RenameException e) {
            throw new RenameException(jar + ": " + e.getMessage(), e);
        } catch (ZipException e) {
            throw new IOException(jar + " can't be read as a jar: " + e.getMessage(), e);
        }
    }

    private record Entry(ZipEntry header, byte[] content) {}

    /** One jar: first all entries are renamed, then it is known whether any was. */
    private final class Work {
        private final byte[] original;
        private final List<Entry> entries = new ArrayList<>();
        private int classes;
        private int renamed;
        private int dropped;
        private int signatures;

        Work(byte[] jar) throws IOException {
            original = jar;
            List<Entry> signed = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (JarEntries.Entry read : JarEntries.of(jar)) {
                Entry entry = new Entry(read.header(), read.content());
                String path = entry.header.getName();
                if (left.test(path)) {
                    dropped++;
                    continue;
                }
                Entry result = rename(entry);
                if (!names.add(result.header.getName())) {
                    continue; // a class loader never sees the second one either
                }
                if (SIGNATURE.matcher(path.toUpperCase(Locale.ROOT)).matches()) {
                    signed.add(result);
                }
                entries.add(result);
            }
            if (isChanged() && !signed.isEmpty()) {
                entries.removeAll(signed);
                signatures += signed.size();
                entries.replaceAll(
                        entry ->
                                entry.header.getName().equals(Manifests.PATH)
                                        ? with(
                                                entry.header,
                                                entry.header.getName(),
                                                Manifests.rename(renaming, entry.content, true))
                                        : entry);
            }
        }

        private Entry rename(Entry entry) throws IOException {
            String path = entry.header.getName();
            if (renaming.isOfTheOtherSide(path)) {
                throw new RenameException(
                        "The entry "
                                + path
                                + " has the name of the other side already. What holds both can't"
                                + " be renamed from "
                                + renaming
                                + ".");
            }
            byte[] content;
            if (path.endsWith(".jar") && isZip(entry.content)) {
                content = inner(path, entry.content);
            } else if (path.endsWith(Renaming.CLASS) && !Renaming.isClassFile(entry.content)) {
                content = entry.content; // who loads it will be told
            } else {
                try {
                    content = renaming.content(path, entry.content);
                } catch (RenameException e) {
                    throw new RenameException(path + ": " + e.getMessage(), e);
                }
            }
            if (path.endsWith(Renaming.CLASS)) {
                classes++;
            }
            String name = renaming.resource(path);
            if (name.equals(path) && content == entry.content) {
                return entry;
            }
            renamed++;
            return with(entry.header, name, content);
        }

        private byte[] inner(String path, byte[] jar) throws IOException {
            try {
                Work inner = new Work(jar);
                classes += inner.classes;
                renamed += inner.renamed;
                signatures += inner.signatures;
                return inner.isChanged() ? inner.jar() : jar;
            } catch (RenameException e) {
                throw new RenameException("In " + path + ": " + e.getMessage(), e);
            }
        }

        boolean isChanged() {
            return renamed + dropped > 0;
        }

        Outcome outcome() {
            return new Outcome(classes, renamed, signatures);
        }

        byte[] jar() throws IOException {
            if (!isChanged()) {
                return original;
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ZipOutputStream out = new ZipOutputStream(bytes)) {
                for (Entry entry : entries) {
                    out.putNextEntry(header(entry));
                    out.write(entry.content);
                    out.closeEntry();
                }
            }
            return bytes.toByteArray();
        }
    }

    private static Entry with(ZipEntry header, String name, byte[] content) {
        ZipEntry renamed = new ZipEntry(name);
        renamed.setMethod(header.getMethod());
        renamed.setTimeLocal(header.getTimeLocal());
        renamed.setComment(header.getComment());
        return new Entry(renamed, content);
    }

    /** Sizes are computed when it is written, but for what is stored without compression. */
    private static ZipEntry header(Entry entry) {
        ZipEntry header = with(entry.header, entry.header.getName(), entry.content).header;
        if (header.getMethod() == ZipEntry.STORED) {
            CRC32 sum = new CRC32();
            sum.update(entry.content);
            header.setCrc(sum.getValue());
            header.setSize(entry.content.length);
            header.setCompressedSize(entry.content.length);
        }
        return header;
    }

    private static boolean isZip(byte[] content) {
        return content.length > 3
                && content[0] == 'P'
                && content[1] == 'K'
                && content[2] == 3
                && content[3] == 4;
    }
}
