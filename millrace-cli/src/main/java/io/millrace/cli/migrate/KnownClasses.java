// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The classes of Millrace that lie in some jars and folders, by the names that a source uses. */
final class KnownClasses {

    private static final String ROOT = "io/millrace/";
    private static final String SUFFIX = ".class";

    private final List<Path> classPath;
    private final Set<String> classes = new HashSet<>();
    private final Set<String> packages = new HashSet<>();

    KnownClasses(List<Path> classPath) throws IOException {
        this.classPath = List.copyOf(classPath);
        for (Path path : classPath) {
            if (Files.isDirectory(path)) {
                readFolder(path);
            } else if (Files.isRegularFile(path) && path.toString().endsWith(".jar")) {
                readJar(path);
            }
        }
    }

    /**
     * What this launcher was started with, and what lies in {@code opt} and waits to be used.
     *
     * @param home the folder of the distribution; null if there is none
     */
    static List<Path> ofLauncher(Path home) throws IOException {
        List<Path> all = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) {
                all.add(Path.of(entry));
            }
        }
        Path opt = home == null ? null : home.resolve("opt");
        if (opt != null && Files.isDirectory(opt)) {
            try (Stream<Path> tree = Files.walk(opt)) {
                tree.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(all::add);
            }
        }
        return all;
    }

    private void readFolder(Path folder) throws IOException {
        Path root = folder.resolve(ROOT);
        if (!Files.isDirectory(root)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(root)) {
            tree.forEach(
                    file ->
                            add(
                                    folder.relativize(file)
                                            .toString()
                                            .replace(File.separatorChar, '/')));
        }
    }

    private void readJar(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                add(entries.nextElement().getName());
            }
        }
    }

    private void add(String entry) {
        if (!entry.startsWith(ROOT) || !entry.endsWith(SUFFIX)) {
            return;
        }
        String name = entry.substring(0, entry.length() - SUFFIX.length()).replace('/', '.');
        String simple = name.substring(name.lastIndexOf('.') + 1);
        packages.add(name.substring(0, name.lastIndexOf('.')));
        if (!simple.equals("package-info") && !simple.matches(".*\\$\\d.*")) {
            classes.add(name.replace('$', '.'));
        }
    }

    List<Path> classPath() {
        return classPath;
    }

    /**
     * @param name with dots, before a nested class, too
     */
    boolean hasClass(String name) {
        return classes.contains(name);
    }

    /** Whether there are classes in it, not only packages. */
    boolean hasPackage(String name) {
        return packages.contains(name);
    }

    /** Whether a package is it or begins with it. */
    boolean hasPackagesUnder(String name) {
        return packages.stream()
                .anyMatch(known -> known.equals(name) || known.startsWith(name + "."));
    }
}
