// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Programs that tests need and Maven does not bring. A test without its program is skipped, and a
 * line says so; with {@code -Dmillrace.components=required} it fails.
 */
public final class Components {

    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private Components() {}

    /** Goes on only where all these programs are on the path. */
    public static void require(String component, String... programs) {
        for (String program : programs) {
            if (!isThere(program)) {
                missing(component, program);
            }
        }
    }

    /** One of the scripts that start components. */
    public static String script(String name) {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null) {
            Path script = directory.resolve(".ci/components").resolve(name);
            if (Files.isExecutable(script)) {
                return script.toString();
            }
            directory = directory.getParent();
        }
        throw new IllegalStateException(
                "There is no .ci/components/" + name + " above this directory");
    }

    private static boolean isThere(String program) {
        return Stream.concat(
                        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1)),
                        Stream.of("/usr/sbin", "/sbin"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private static void missing(String component, String program) {
        String line = component + " is not installed here (there is no program '" + program + "')";
        if ("required".equals(System.getProperty("millrace.components"))) {
            fail(line + ", and -Dmillrace.components=required asks for it.");
        }
        if (TOLD.add(component)) {
            System.out.println("SKIPPED: tests that need " + component + ": " + line + ".");
        }
        abort(line);
    }
}
