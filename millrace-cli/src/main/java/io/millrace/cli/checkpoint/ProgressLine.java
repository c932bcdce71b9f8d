// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.Surroundings;
import io.millrace.engine.inspect.Progress;

/**
 * Tells on standard error how far a long reading is, if that is a terminal and standard output is
 * none: there the rows themselves show it. Used by one thread.
 */
public final class ProgressLine implements Progress, AutoCloseable {

    private static final long FIRST_NANOS = 1_000_000_000L;
    private static final long EVERY_NANOS = 250_000_000L;

    private final Surroundings surroundings;
    private final long total;
    private final boolean shown;
    private final long begin = System.nanoTime();
    private long next = begin + FIRST_NANOS;
    private long bytes;
    private int width;

    /**
     * @param total bytes that will be read
     * @param always whether nothing else is written before the end
     */
    public ProgressLine(Surroundings surroundings, long total, boolean always) {
        this.surroundings = surroundings;
        this.total = total;
        // The scripts say which of the two are terminals; Java can't tell.
        String terminals = surroundings.variables().getOrDefault("MILLRACE_TERMINALS", "");
        this.shown = terminals.contains("2") && (always || !terminals.contains("1"));
    }

    @Override
    public void read(long more) {
        bytes += more;
        if (!shown) {
            return;
        }
        long now = System.nanoTime();
        if (now - next < 0) {
            return;
        }
        next = now + EVERY_NANOS;
        double seconds = (now - begin) / 1e9;
        String line =
                "millrace: read "
                        + Units.bytes(bytes)
                        + (total > 0 ? " of " + Units.bytes(total) : "")
                        + ", "
                        + Units.bytes((long) (bytes / seconds))
                        + "/s";
        say(line);
    }

    private void say(String line) {
        surroundings.err().print('\r' + line + " ".repeat(Math.max(0, width - line.length())));
        surroundings.err().flush();
        width = line.length();
    }

    @Override
    public void close() {
        end();
    }

    /** Takes the line away. Idempotent. */
    void end() {
        if (width > 0) {
            say("");
            surroundings.err().print('\r');
            surroundings.err().flush();
            width = 0;
        }
    }
}
