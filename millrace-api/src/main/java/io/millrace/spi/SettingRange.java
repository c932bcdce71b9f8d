// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.configuration.ConfigOption;
import java.time.Duration;

/**
 * What is said of a setting that can be read and is out of its range: always its key, its value and
 * what is accepted, whether it was set by a key or by a call, and wherever it is noticed. Who knows
 * in which file and line it stands (the launcher) finds it by the key.
 */
public final class SettingRange {

    private SettingRange() {}

    /**
     * Refuses a value out of range.
     *
     * @param holds whether it is in its range
     * @param accepted the range, such as "1 or more"
     * @throws IllegalArgumentException naming key, value and range
     */
    public static void require(
            boolean holds, ConfigOption<?> option, String accepted, Object given) {
        if (!holds) {
            throw new IllegalArgumentException(
                    "The setting '"
                            + option.key()
                            + "' has the value '"
                            + text(given)
                            + "', which is out of range. Accepted is "
                            + accepted
                            + ".");
        }
    }

    /** As {@link #require}, for a length of time. */
    public static void requireAtLeast(Duration least, ConfigOption<?> option, Duration given) {
        require(
                given.compareTo(least) >= 0,
                option,
                least.isZero() ? "0 or more" : text(least) + " or more",
                given);
    }

    private static String text(Object value) {
        if (value instanceof Duration duration) {
            // What is shorter than a millisecond would read as 0.
            return duration.toNanosPart() % 1_000_000 == 0 && duration.toDays() < 1_000_000
                    ? duration.toMillis() + " ms"
                    : duration.toString();
        }
        return String.valueOf(value);
    }
}
