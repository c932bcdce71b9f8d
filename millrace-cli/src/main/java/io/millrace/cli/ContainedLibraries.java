// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Jars within a jar: what a program needs may lie in the folder {@code lib} of its jar. A class
 * loader can't look into them there, so they are copied out, and go when the program does.
 */
final class ContainedLibraries implements AutoCloseable {

    private static final String FOLDER = "lib/";
    private static final String SUFFIX = ".jar";

    private final List<Path> copies;

    private ContainedLibraries(List<Path> copies) {
        this.copies = copies;
    }

    /**
     * Copies them to a temporary folder; there are none in most jars.
     *
     * @throws UsageException if the jar can't be read, or there is no room for the copies
     */
    static ContainedLibraries of(Path jar) {
        List<Path> copies = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            List<JarEntry> libraries = file.stream().filter(ContainedLibraries::isLibrary).toList();
            if (!libraries.isEmpty()) {
                Path folder = forThisProcess(Files.createTempDirectory("millrace-lib-"));
                copies.add(folder);
                for (JarEntry library : libraries) {
                    copies.add(copy(file, library, folder, copies.size()));
                }
            }
            return new ContainedLibraries(copies);
        } catch (IOException e) {
            new ContainedLibraries(copies).close();
            throw new UsageException(
                    "The libraries in the folder lib of "
                            + jar
                            + " can't be copied to "
                            + System.getProperty("java.io.tmpdir")
                            + " (java.io.tmpdir), where they are loaded from: "
                            + e.getMessage(),
                    e);
        }
    }

    private static boolean isLibrary(JarEntry entry) {
        String name = entry.getName();
        return !entry.isDirectory()
                && name.startsWith(FOLDER)
                && name.endsWith(SUFFIX)
                && name.length() > FOLDER.length() + SUFFIX.length();
    }

    /** By number: two libraries may have one name in two folders, and a name may be a path. */
    private static Path copy(JarFile file, JarEntry library, Path folder, int number)
            throws IOException {
        Path copy = forThisProcess(folder.resolve(number + SUFFIX));
        try (InputStream in = file.getInputStream(library)) {
            Files.copy(in, copy);
        }
        return copy;
    }

    /** A signal leaves nobody the time to close this. */
    private static Path forThisProcess(Path path) {
        path.toFile().deleteOnExit();
        return path;
    }

    /** Where they can be loaded from, in the order of the jar. */
    List<Path> paths() {
        return copies.stream().skip(1).toList();
    }

    @Override
    public void close() {
        for (int i = copies.size() - 1; i >= 0; i--) {
            try {
                Files.deleteIfExists(copies.get(i));
            } catch (IOException e) {
                System.err.println(
                        "millrace: a copy of a library could not be removed: " + e.getMessage());
            }
        }
    }
}
