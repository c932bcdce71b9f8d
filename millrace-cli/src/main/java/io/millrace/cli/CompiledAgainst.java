// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Tells whether a program was compiled against Flink or against Millrace. As little as will do is
 * read, for each program that is started is asked this: mostly one class.
 */
final class CompiledAgainst {

    private static final String CLASS = ".class";
    private static final String FLINK = "org/apache/flink/";
    private static final String SHADED = "shaded/";
    private static final String MILLRACE = "io/millrace/";

    /** What names of types some class files have in them. */
    private enum Names {
        FLINKS,
        MILLRACES,
        NEITHER
    }

    private CompiledAgainst() {}

    /**
     * Whether the program, or something that it brings along, was compiled against Flink.
     *
     * @param mainClass where its main method is, as far as is known; else null
     * @param besides what is on its class path besides the jar: jars and folders
     */
    static boolean flink(Path jar, String mainClass, List<Path> besides) {
        Names main = names(jar, mainClass);
        return main == Names.FLINKS
                || besides.stream()
                        .anyMatch(
                                path ->
                                        main == Names.MILLRACES
                                                ? holdsFlinks(path)
                                                : names(path, null) == Names.FLINKS);
    }

    /** The first class that has either decides, and the main class is looked at first. */
    private static Names names(Path path, String mainClass) {
        if (Files.isDirectory(path)) {
            return inFolder(path);
        }
        try (JarFile jar = new JarFile(path.toFile(), false)) {
            JarEntry main =
                    mainClass == null ? null : jar.getJarEntry(mainClass.replace('.', '/') + CLASS);
            Names names = main == null ? Names.NEITHER : names(jar, main);
            Iterator<JarEntry> entries = jar.stream().iterator();
            while (names == Names.NEITHER && entries.hasNext()) {
                JarEntry entry = entries.next();
                if (entry.getName().endsWith(CLASS)) {
                    names = names(jar, entry);
                }
            }
            return names;
        } catch (IOException e) {
            throw new UsageException("The jar " + path + " can't be read: " + e.getMessage(), e);
        }
    }

    private static Names names(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return names(in.readAllBytes());
        }
    }

    private static Names inFolder(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(CLASS))
                    .filter(Files::isRegularFile)
                    .map(CompiledAgainst::namesInFile)
                    .filter(names -> names != Names.NEITHER)
                    .findFirst()
                    .orElse(Names.NEITHER);
        } catch (IOException | UncheckedIOException e) {
            throw new UsageException("The folder " + folder + " can't be read: " + e, e);
        }
    }

    private static Names namesInFile(Path file) {
        try {
            return names(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A class file has the names of types as they are, among other bytes. */
    private static Names names(byte[] classFile) {
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        if (text.contains(MILLRACE)) {
            return Names.MILLRACES;
        }
        for (int at = text.indexOf(FLINK); at >= 0; at = text.indexOf(FLINK, at + 1)) {
            if (!text.startsWith(SHADED, at + FLINK.length())) {
                return Names.FLINKS;
            }
        }
        return Names.NEITHER;
    }

    /** Whether there are classes in Flink's own packages. */
    private static boolean holdsFlinks(Path path) {
        if (Files.isDirectory(path)) {
            return Files.isDirectory(path.resolve(FLINK));
        }
        try (JarFile jar = new JarFile(path.toFile(), false)) {
            return jar.stream()
                    .map(JarEntry::getName)
                    .anyMatch(
                            name ->
                                    name.startsWith(FLINK)
                                            && name.endsWith(CLASS)
                                            && !name.startsWith(SHADED, FLINK.length()));
        } catch (IOException e) {
            throw new UsageException("The jar " + path + " can't be read: " + e.getMessage(), e);
        }
    }
}
