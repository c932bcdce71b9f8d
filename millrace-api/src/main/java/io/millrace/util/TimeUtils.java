// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.api.common.time.Time;
import java.math.BigInteger;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Lengths of time as text: a whole number and a unit, {@code 10 s}; without a unit, milliseconds.
 * There is no sign and no fraction.
 */
public class TimeUtils {

    /** Nothing to hold: all methods are static. */
    public TimeUtils() {}

    /**
     * Reads a length of time.
     *
     * @throws IllegalArgumentException when the text is not a whole number, 0 or more, with a unit
     *     or none; the message repeats it
     */
    public static Duration parseDuration(String text) {
        checkNotNull(text, "The text of a length of time is null.");
        String trimmed = text.trim();
        int digits = 0;
        while (digits < trimmed.length()
                && trimmed.charAt(digits) >= '0'
                && trimmed.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0) {
            throw notATime(text, "it does not begin with a number");
        }
        String label = trimmed.substring(digits).trim().toLowerCase(Locale.ROOT);
        TimeUnit unit = label.isEmpty() ? TimeUnit.MILLISECONDS : TimeUnit.LABELS.get(label);
        if (unit == null) {
            throw notATime(text, "'" + label + "' is not a unit");
        }
        try {
            return Duration.of(Long.parseLong(trimmed.substring(0, digits)), unit.unit);
        } catch (NumberFormatException | ArithmeticException e) {
            throw notATime(text, "it is longer than can be held");
        }
    }

    private static IllegalArgumentException notATime(String text, String why) {
        return new IllegalArgumentException(
                "'"
                        + text
                        + "' is not a length of time: "
                        + why
                        + ". A length of time is a whole number, 0 or more, and a unit, as '10 s';"
                        + " units are d, h, min, s, ms, us and ns, and milliseconds without one");
    }

    /** A length of time in milliseconds, rounded down, as {@code 1500ms}. */
    public static String getStringInMillis(Duration duration) {
        return duration.toMillis() + "ms";
    }

    /**
     * A length of time in the greatest unit that divides it, as {@code 90 s}; reads back as the
     * same.
     */
    public static String formatWithHighestUnit(Duration duration) {
        BigInteger nanos =
                BigInteger.valueOf(duration.getSeconds())
                        .multiply(BigInteger.valueOf(1_000_000_000L))
                        .add(BigInteger.valueOf(duration.getNano()));
        if (nanos.signum() == 0) {
            return "0 ms";
        }
        for (TimeUnit unit : TimeUnit.values()) {
            BigInteger[] parts =
                    nanos.divideAndRemainder(BigInteger.valueOf(unit.unit.getDuration().toNanos()));
            if (parts[1].signum() == 0) {
                return parts[0] + " " + unit.labels.get(0);
            }
        }
        throw new IllegalStateException("A nanosecond divides every length of time.");
    }

    /**
     * The same length.
     *
     * @deprecated use {@link Duration}
     */
    @Deprecated
    public static Duration toDuration(Time time) {
        return Time.toDuration(time);
    }

    private enum TimeUnit {
        DAYS(ChronoUnit.DAYS, "d", "day", "days"),
        HOURS(ChronoUnit.HOURS, "h", "hour", "hours"),
        MINUTES(ChronoUnit.MINUTES, "min", "m", "minute", "minutes"),
        SECONDS(ChronoUnit.SECONDS, "s", "sec", "secs", "second", "seconds"),
        MILLISECONDS(ChronoUnit.MILLIS, "ms", "milli", "millis", "millisecond", "milliseconds"),
        MICROSECONDS(
                ChronoUnit.MICROS,
                "us",
                "\u00b5s",
                "micro",
                "micros",
                "microsecond",
                "microseconds"),
        NANOSECONDS(ChronoUnit.NANOS, "ns", "nano", "nanos", "nanosecond", "nanoseconds");

        private static final Map<String, TimeUnit> LABELS = new HashMap<>();

        static {
            for (TimeUnit unit : values()) {
                unit.labels.forEach(label -> LABELS.put(label, unit));
            }
        }

        private final ChronoUnit unit;
        private final List<String> labels;

        TimeUnit(ChronoUnit unit, String... labels) {
            this.unit = unit;
            this.labels = List.of(labels);
        }
    }
}
