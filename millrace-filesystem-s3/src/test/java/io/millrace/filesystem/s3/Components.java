// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Programs that tests need and Maven does not bring. A test without its program is skipped, and a
 * line says so; with {@code -Dmillrace.components=required} it fails.
 */
final class Components {

    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private Components() {}

    /** Goes on only where all these programs are on the path. */
    static void require(String component, String... programs) {
        for (String program : programs) {
            if (!isThere(program)) {
                missing(component, program);
            }
        }
    }

    private static boolean isThere(String program) {
        for (String directory : System.getenv("PATH").split(File.pathSeparator, -1)) {
            if (Files.isExecutable(Path.of(directory, program))) {
                return true;
            }
        }
        return false;
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
