// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.data;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A line of a web server's log, parsed by hand.
 *
 * @param client address it came from
 * @param timeMs when, in ms since 1970
 * @param status the answer's code
 * @param bytes length of the answer; 0 for none
 */
public record AccessLine(String client, long timeMs, int status, long bytes) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

    /** Parses a line of the combined format. */
    public static AccessLine parse(String line) {
        int open = line.indexOf('[');
        int close = line.indexOf(']', open);
        Instant time = ZonedDateTime.parse(line.substring(open + 1, close), TIME).toInstant();
        int request = line.indexOf('"', close);
        int afterRequest = endOfQuoted(line, request) + 2;
        int afterStatus = line.indexOf(' ', afterRequest);
        int afterBytes = line.indexOf(' ', afterStatus + 1);
        String bytes = line.substring(afterStatus + 1, afterBytes < 0 ? line.length() : afterBytes);
        return new AccessLine(
                line.substring(0, line.indexOf(' ')),
                time.toEpochMilli(),
                Integer.parseInt(line.substring(afterRequest, afterStatus)),
                bytes.equals("-") ? 0 : Long.parseLong(bytes));
    }

    /** The closing quote; one behind a backslash does not count. */
    private static int endOfQuoted(String line, int open) {
        int at = open + 1;
        while (line.charAt(at) != '"') {
            at += line.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }
}
