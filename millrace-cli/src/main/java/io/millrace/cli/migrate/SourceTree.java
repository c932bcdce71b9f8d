// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The files of a tree that a migration may concern: no links, no output of builds, nothing hidden,
 * nothing binary.
 */
final class SourceTree {

    /** What a file is, by its name. */
    enum Kind {
        JAVA,
        /** Kotlin and Scala. */
        OTHER_SOURCE,
        POM,
        BUILD_SCRIPT,
        SERVICES,
        RESOURCE;

        static Kind of(String file) {
            String name = file.substring(file.lastIndexOf('/') + 1);
            String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
            if (file.startsWith("META-INF/services/") || file.contains("/META-INF/services/")) {
                return SERVICES;
            }
            if (name.equals("pom.xml") || ending.equals("pom")) {
                return POM;
            }
            if (ending.equals("gradle")
                    || ending.equals("sbt")
                    || name.endsWith(".gradle.kts")
                    || name.endsWith(".versions.toml")
                    || name.equals("gradle.properties")) {
                return BUILD_SCRIPT;
            }
            return switch (ending) {
                case "java" -> JAVA;
                case "kt", "kts", "scala" -> OTHER_SOURCE;
                default -> RESOURCES.contains(ending) ? RESOURCE : null;
            };
        }
    }

    private static final Set<String> RESOURCES =
            Set.of(
                    "properties",
                    "xml",
                    "yaml",
                    "yml",
                    "conf",
                    "cfg",
                    "config",
                    "ini",
                    "json",
                    "toml",
                    "sh",
                    "bat",
                    "cmd",
                    "mf");

    private static final Set<String> OUTPUT = Set.of("target", "build", "out", "bin");

    private static final Set<String> FOREIGN = Set.of("node_modules", "vendor");

    private static final long LARGEST = 16 << 20;

    private final Path root;

    /** Path, relative to the tree and with slashes, to its text. */
    private final Map<String, String> texts = new TreeMap<>();

    /** Paths of all other files, whose folders may move. */
    private final Set<String> others = new TreeSet<>();

    private SourceTree(Path root) {
        this.root = root;
    }

    static SourceTree read(Path root) throws IOException {
        SourceTree tree = new SourceTree(root);
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        return folder.equals(root) || tree.isSource(folder)
                                ? FileVisitResult.CONTINUE
                                : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        // A link is not followed: what it leads to is changed where it lies, if it
                        // is of the tree.
                        if (attributes.isRegularFile()) {
                            tree.take(file, attributes.size());
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return tree;
    }

    private boolean isSource(Path folder) {
        String name = folder.getFileName().toString();
        if (name.startsWith(".") || FOREIGN.contains(name)) {
            return false;
        }
        // A package may be called so, too, but only below a folder of sources.
        return !OUTPUT.contains(name) || ("/" + relative(folder)).contains("/src/");
    }

    private void take(Path file, long size) throws IOException {
        String relative = relative(file);
        if (Kind.of(relative) == null || size > LARGEST) {
            others.add(relative);
            return;
        }
        String text = textOf(file);
        if (text.indexOf('\0') >= 0) {
            others.add(relative);
        } else {
            texts.put(relative, text);
        }
    }

    String relative(Path path) {
        return root.relativize(path).toString().replace(File.separatorChar, '/');
    }

    /** The bytes of a file as characters, one for one. */
    static String textOf(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    Path root() {
        return root;
    }

    Map<String, String> texts() {
        return texts;
    }

    Set<String> others() {
        return others;
    }

    /** Whether something, be it a link that leads nowhere, lies there already. */
    boolean exists(String file) {
        return Files.exists(root.resolve(file), LinkOption.NOFOLLOW_LINKS);
    }
}
