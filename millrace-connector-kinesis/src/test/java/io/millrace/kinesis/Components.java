// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Programs that tests start and that a machine may have or not. */
final class Components {

    private Components() {}

    /**
     * Skips the test, with a line that says so, when the program is not there; fails it when
     * components are required ({@code -Dmillrace.components=required}).
     */
    static void require(String component, Path program) {
        if (Files.isReadable(program)) {
            return;
        }
        String missing =
                component
                        + " is not installed ("
                        + program
                        + "); .ci/components/"
                        + component
                        + ".sh install does it";
        if ("required".equals(System.getProperty("millrace.components"))) {
            fail(missing);
        }
        System.out.println("Skipped: " + missing);
        Assumptions.abort(missing);
    }
}
