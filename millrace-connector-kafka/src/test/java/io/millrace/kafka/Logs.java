// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads along what is logged: slf4j-simple asks for System.err at each line. */
final class Logs implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Logs() {
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    List<String> lines(String level) {
        return text().lines().filter(line -> line.contains(level)).toList();
    }

    @Override
    public void close() {
        System.setErr(before);
        before.print(text());
    }
}
