// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads along what is logged between its making and its closing. Works because slf4j-simple asks
 * for System.err at each line; for one test at a time.
 */
public final class Logs implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Logs() {
        System.setErr(new PrintStream(new Tee(before, bytes), true, StandardCharsets.UTF_8));
    }

    public static Logs capture() {
        return new Logs();
    }

    /** Everything logged so far, stack traces too. */
    public String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The lines so far that were logged as warnings, without their stack traces. */
    public List<String> warnings() {
        return text().lines().filter(line -> line.contains("WARN")).toList();
    }

    @Override
    public void close() {
        System.setErr(before);
    }

    private static final class Tee extends java.io.OutputStream {
        private final PrintStream one;
        private final ByteArrayOutputStream other;

        Tee(PrintStream one, ByteArrayOutputStream other) {
            this.one = one;
            this.other = other;
        }

        @Override
        public void write(int b) {
            one.write(b);
            other.write(b);
        }

        @Override
        public void write(byte[] b, int off, int len) {
            one.write(b, off, len);
            other.write(b, off, len);
        }
    }
}
