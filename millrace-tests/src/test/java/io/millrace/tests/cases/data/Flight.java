// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.data;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A flight, parsed by hand from a line of JSON.
 *
 * @param timeMs departure, in ms since 1970
 * @param origin airport
 * @param delay in minutes; may be negative
 */
public record Flight(long timeMs, String origin, int delay) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm", Locale.ROOT);

    /** Parses a line. */
    public static Flight parse(String line) {
        return new Flight(
                LocalDateTime.parse(field(line, "date"), TIME)
                        .toInstant(ZoneOffset.UTC)
                        .toEpochMilli(),
                field(line, "origin"),
                Integer.parseInt(field(line, "delay")));
    }

    private static String field(String line, String name) {
        int at = line.indexOf("\"" + name + "\":") + name.length() + 3;
        return line.charAt(at) == '"'
                ? line.substring(at + 1, line.indexOf('"', at + 1))
                : line.substring(at, Math.min(end(line, ',', at), end(line, '}', at)));
    }

    private static int end(String line, char c, int from) {
        int at = line.indexOf(c, from);
        return at < 0 ? line.length() : at;
    }
}
