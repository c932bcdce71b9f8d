// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Programs that tests start and that a machine may have or not. Where one is missing the test is
 * skipped and a line says so; with {@code -Dmillrace.components=required} it fails.
 */
public final class Components {

    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private Components() {}

    /** Goes on only where all these programs are on the path. */
    public static void require(String component, String... programs) {
        for (String program : programs) {
            if (!isThere(program)) {
                missing(component, "there is no program '" + program + "'");
            }
        }
    }

    /** Goes on only where this file of it is. */
    public static void require(String component, Path file) {
        if (!Files.isReadable(file)) {
            missing(component, "there is no " + file);
        }
    }

    /** The script that installs, starts and ends a component: one of .ci/components. */
    public static Path script(String name) {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null) {
            Path script = directory.resolve(".ci/components").resolve(name);
            if (Files.isExecutable(script)) {
                return script;
            }
            directory = directory.getParent();
        }
        throw new IllegalStateException(
                "There is no .ci/components/"
                        + name
                        + " above this directory: the tests do not run inside the source tree");
    }

    private static boolean isThere(String program) {
        return Stream.concat(
                        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1)),
                        Stream.of("/usr/sbin", "/sbin"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private static void missing(String component, String why) {
        String line =
                component
                        + " is not installed here ("
                        + why
                        + "); the scripts in .ci/components install it";
        if ("required".equals(System.getProperty("millrace.components"))) {
            fail(line + ", and -Dmillrace.components=required asks for it.");
        }
        if (TOLD.add(component)) {
            System.out.println("SKIPPED: tests that need " + component + ": " + line + ".");
        }
        abort(line);
    }
}
