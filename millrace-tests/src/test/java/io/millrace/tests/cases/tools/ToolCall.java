// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.tools;

import io.millrace.cli.Main;
import io.millrace.cli.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A command of the launcher, run in this process.
 *
 * @param code what it ended with
 * @param lines of its result
 * @param said everything else
 */
record ToolCall(int code, List<String> lines, String said) {

    /** {@code millrace checkpoint} with these arguments. */
    static ToolCall checkpoint(Object... arguments) {
        List<String> all = new ArrayList<>(List.of("checkpoint"));
        Arrays.stream(arguments).map(Object::toString).forEach(all::add);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code =
                Main.run(
                        all.toArray(new String[0]),
                        new Surroundings(
                                Map.of(),
                                new PrintStream(out, false, StandardCharsets.UTF_8),
                                new PrintStream(err, true, StandardCharsets.UTF_8)));
        return new ToolCall(
                code,
                out.toString(StandardCharsets.UTF_8).lines().toList(),
                err.toString(StandardCharsets.UTF_8));
    }

    /** All that it wrote. */
    String all() {
        return String.join("\n", lines) + "\n" + said;
    }
}
