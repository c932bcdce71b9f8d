// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Sizes and times for people. */
final class Units {

    private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Units() {}

    /** {@code 12 B}, {@code 3.4 MiB}. */
    static String bytes(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= 1024 && unit < SIZES.length - 1) {
            size /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", size, SIZES[unit]);
    }

    /** A moment, by the clock of this place. */
    static String moment(long ms) {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
                .withZone(ZoneId.systemDefault())
                .format(Instant.ofEpochMilli(ms));
    }
}
