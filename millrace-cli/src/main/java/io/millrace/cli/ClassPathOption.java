// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The option by which a program gets jars and folders that its own jar does not bring. */
final class ClassPathOption {

    private static final String ALL = "*";

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = {
                "Jars and folders that the program needs and its jar does not bring; as in Java's class"
                        + " path, FOLDER/* means all jars in it. May be given again."
            })
    private List<String> given = new ArrayList<>();

    /**
     * The jars and folders, each once, in the order they were given; of a folder's, by name.
     *
     * @throws UsageException if one is not there
     */
    List<Path> paths() {
        Set<Path> paths = new LinkedHashSet<>();
        for (String path : given) {
            for (String entry : path.split(File.pathSeparator, -1)) {
                if (!entry.isEmpty()) {
                    add(entry, paths);
                }
            }
        }
        return List.copyOf(paths);
    }

    private static void add(String entry, Set<Path> paths) {
        try {
            if (entry.equals(ALL) || entry.endsWith("/" + ALL)) {
                String folder = entry.substring(0, entry.length() - ALL.length());
                paths.addAll(jarsIn(Path.of(folder.isEmpty() ? "." : folder)));
                return;
            }
            Path path = Path.of(entry);
            if (!Files.isReadable(path)) {
                throw new UsageException(
                        "--classpath: there is nothing that can be read at "
                                + path.toAbsolutePath());
            }
            paths.add(path);
        } catch (InvalidPathException e) {
            throw new UsageException("--classpath: " + e.getMessage(), e);
        }
    }

    private static List<Path> jarsIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> jars =
                    files.filter(file -> file.getFileName().toString().matches("(?i).*\\.jar"))
                            .sorted()
                            .toList();
            if (jars.isEmpty()) {
                throw new UsageException(
                        "--classpath: there is no jar in the folder " + folder.toAbsolutePath());
            }
            return jars;
        } catch (IOException e) {
            throw new UsageException(
                    "--classpath: the folder " + folder.toAbsolutePath() + " can't be read", e);
        }
    }

    /** The option again, as it was given. */
    void resumeInto(StringBuilder command) {
        given.forEach(path -> command.append(" --classpath ").append(RunCommand.quoted(path)));
    }
}
