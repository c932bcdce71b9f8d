// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import java.util.Locale;
import java.util.Optional;

/**
 * What a child tells its parent: one line on its standard output.
 *
 * @param kind what happened
 * @param number records read by this child so far, or the id of a checkpoint
 */
record Event(Kind kind, long number) {

    private static final String MARK = "@millrace";

    enum Kind {
        /** So many records has this child read. */
        RECORDS,
        /** The state of the count comes from this checkpoint. */
        RESTORED,
        /** This checkpoint is complete. */
        CHECKPOINT
    }

    /** Tells it. */
    void send() {
        System.out.println(MARK + " " + kind.name().toLowerCase(Locale.ROOT) + " " + number);
    }

    /** Empty for any other line. */
    static Optional<Event> parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 3 || !words[0].equals(MARK)) {
            return Optional.empty();
        }
        return Optional.of(
                new Event(
                        Kind.valueOf(words[1].toUpperCase(Locale.ROOT)), Long.parseLong(words[2])));
    }
}
