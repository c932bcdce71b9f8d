// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Calls the launcher in this process, and keeps what the last call has said. */
final class Call {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** The exit code. */
    int millrace(Map<String, String> variables, String... arguments) {
        out.reset();
        err.reset();
        return Main.run(
                arguments,
                new Surroundings(
                        variables,
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)));
    }

    /** What went to the standard output. */
    List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** What went to the standard error. */
    String said() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
