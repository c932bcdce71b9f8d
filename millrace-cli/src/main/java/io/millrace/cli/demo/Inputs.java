// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import io.millrace.cli.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the demo reads. */
final class Inputs {

    private static final List<String> TEXT = List.of(".md", ".java", ".xml", ".yaml");
    private static final Set<String> NOT_SOURCES = Set.of("target", ".git");

    /** Compressed in a way that the file source refuses. */
    private static final List<String> REFUSED = List.of(".bz2", ".xz", ".zst", ".zstd");

    private Inputs() {}

    /** The files named, each once; checked. */
    static List<Path> named(List<Path> named) {
        Set<Path> files = new LinkedHashSet<>();
        for (Path file : named) {
            if (!Files.exists(file)) {
                throw new UsageException("There is no input file " + file);
            }
            if (Files.isDirectory(file)) {
                throw new UsageException("The input " + file + " is a directory; name its files");
            }
            if (!Files.isRegularFile(file)) {
                throw new UsageException("The input " + file + " is not a regular file");
            }
            if (!Files.isReadable(file)) {
                throw new UsageException(
                        "The input file " + file + " can't be read: its permissions forbid it");
            }
            String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
            if (REFUSED.stream().anyMatch(name::endsWith)) {
                throw new UsageException(
                        "The input file "
                                + file
                                + " is compressed; of those only .gz and .deflate can be read");
            }
            try {
                files.add(file.toRealPath());
            } catch (IOException e) {
                throw new UsageException("The input file " + file + " can't be read: " + e, e);
            }
        }
        return List.copyOf(files);
    }

    /**
     * The texts of the source tree this was built in; of an unpacked distribution those among its
     * examples.
     */
    static List<Path> ofHome(Map<String, String> variables) {
        String variable = variables.get("MILLRACE_HOME");
        Path root = variable == null ? Path.of("") : root(Path.of(variable));
        List<Path> files = textsBelow(root.toAbsolutePath().normalize());
        if (files.isEmpty()) {
            throw new UsageException(
                    "There is nothing to read below "
                            + root.toAbsolutePath()
                            + "; name files with --input");
        }
        return files;
    }

    private static Path root(Path home) {
        Path module = home.toAbsolutePath().normalize().resolve("../..").normalize();
        Path tree = module.resolve("..").normalize();
        boolean isBuild =
                module.endsWith("millrace-dist")
                        && Files.isRegularFile(module.resolve("pom.xml"))
                        && Files.isRegularFile(tree.resolve("pom.xml"));
        return isBuild ? tree : home.resolve("examples");
    }

    private static List<Path> textsBelow(Path root) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(
                    root,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path directory, BasicFileAttributes attributes) {
                            return !directory.equals(root)
                                            && NOT_SOURCES.contains(
                                                    directory.getFileName().toString())
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            String name = file.getFileName().toString();
                            if (attributes.isRegularFile()
                                    && TEXT.stream().anyMatch(name::endsWith)) {
                                files.add(file);
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException("The files below " + root + " can't be listed", e);
        }
        Collections.sort(files);
        return files;
    }
}
