// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An amount of memory, in bytes. Its text is a whole number and a unit, powers of 1024: {@code
 * 64mb}, {@code 1 g}; without a unit, bytes.
 */
@PublicEvolving
public class MemorySize implements Serializable, Comparable<MemorySize> {

    private static final long serialVersionUID = 1L;

    /** Nothing. */
    public static final MemorySize ZERO = new MemorySize(0L);

    /** More than there is. */
    public static final MemorySize MAX_VALUE = new MemorySize(Long.MAX_VALUE);

    private final long bytes;

    /**
     * An amount.
     *
     * @param bytes 0 or more
     */
    public MemorySize(long bytes) {
        checkArgument(bytes >= 0, "An amount of memory can't be negative, but is %s bytes.", bytes);
        this.bytes = bytes;
    }

    /** An amount in units of 1024 * 1024 bytes. */
    public static MemorySize ofMebiBytes(long mebiBytes) {
        return new MemorySize(Math.multiplyExact(mebiBytes, 1L << 20));
    }

    /** In bytes. */
    public long getBytes() {
        return bytes;
    }

    /** In KiB, rounded down. */
    public long getKibiBytes() {
        return bytes >> 10;
    }

    /** In MiB, rounded down. */
    public int getMebiBytes() {
        return (int) (bytes >> 20);
    }

    /** In GiB, rounded down. */
    public long getGibiBytes() {
        return bytes >> 30;
    }

    /** In TiB, rounded down. */
    public long getTebiBytes() {
        return bytes >> 40;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bytes);
    }

    @Override
    public boolean equals(Object obj) {
        return this == obj || (obj instanceof MemorySize other && other.bytes == bytes);
    }

    /**
     * The amount in the greatest unit that divides it, as {@code 20 kb}; reads back as the same.
     */
    @Override
    public String toString() {
        MemoryUnit unit = MemoryUnit.BYTES;
        for (MemoryUnit candidate : MemoryUnit.values()) {
            if (bytes > 0 && bytes % candidate.multiplier == 0) {
                unit = candidate;
            }
        }
        return bytes / unit.multiplier + " " + unit.units[1];
    }

    /** The amount for people, as {@code 1.500kb (1536 bytes)}. */
    public String toHumanReadableString() {
        MemoryUnit unit = MemoryUnit.BYTES;
        for (MemoryUnit candidate : MemoryUnit.values()) {
            if (bytes > candidate.multiplier) {
                unit = candidate;
            }
        }
        if (unit == MemoryUnit.BYTES) {
            return bytes + " bytes";
        }
        return String.format(
                Locale.ROOT,
                "%.3f%s (%d bytes)",
                (double) bytes / unit.multiplier,
                unit.units[1],
                bytes);
    }

    @Override
    public int compareTo(MemorySize that) {
        return Long.compare(bytes, that.bytes);
    }

    /** The sum. */
    public MemorySize add(MemorySize that) {
        return new MemorySize(Math.addExact(bytes, that.bytes));
    }

    /** The difference; refused if it is negative. */
    public MemorySize subtract(MemorySize that) {
        return new MemorySize(Math.subtractExact(bytes, that.bytes));
    }

    /** The product with a factor that is not negative, rounded down. */
    public MemorySize multiply(double multiplier) {
        checkArgument(multiplier >= 0, "The factor must not be negative, but is %s.", multiplier);
        BigDecimal product = BigDecimal.valueOf(bytes).multiply(BigDecimal.valueOf(multiplier));
        if (product.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new ArithmeticException(bytes + " bytes times " + multiplier + " is too much.");
        }
        return new MemorySize(product.longValue());
    }

    /** The quotient by a divisor that is not negative, rounded down. */
    public MemorySize divide(long by) {
        checkArgument(by >= 0, "The divisor must not be negative, but is %s.", by);
        return new MemorySize(bytes / by);
    }

    /**
     * Reads an amount.
     *
     * @throws IllegalArgumentException when the text is not a whole number with a unit or none; the
     *     message repeats it
     */
    public static MemorySize parse(String text) throws IllegalArgumentException {
        return new MemorySize(parseBytes(text));
    }

    /**
     * Reads an amount whose text may leave out the unit.
     *
     * @throws IllegalArgumentException when the text is not a whole number with a unit or none; the
     *     message repeats it
     */
    public static MemorySize parse(String text, MemoryUnit defaultUnit)
            throws IllegalArgumentException {
        return new MemorySize(parseBytes(text, defaultUnit));
    }

    /**
     * Reads an amount, in bytes.
     *
     * @throws IllegalArgumentException when the text is not a whole number with a unit or none; the
     *     message repeats it
     */
    public static long parseBytes(String text) throws IllegalArgumentException {
        return parseBytes(text, MemoryUnit.BYTES);
    }

    private static long parseBytes(String text, MemoryUnit defaultUnit) {
        checkNotNull(text, "The text of an amount of memory is null.");
        String trimmed = text.trim();
        int digits = 0;
        while (digits < trimmed.length()
                && trimmed.charAt(digits) >= '0'
                && trimmed.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0) {
            throw notAnAmount(text, "it does not begin with a number");
        }
        String unitText = trimmed.substring(digits).trim().toLowerCase(Locale.ROOT);
        MemoryUnit unit = unitText.isEmpty() ? defaultUnit : MemoryUnit.named(unitText);
        if (unit == null) {
            throw notAnAmount(text, "'" + unitText + "' is not a unit");
        }
        try {
            return Math.multiplyExact(
                    Long.parseLong(trimmed.substring(0, digits)), unit.multiplier);
        } catch (NumberFormatException | ArithmeticException e) {
            throw notAnAmount(text, "it is more than " + Long.MAX_VALUE + " bytes");
        }
    }

    private static IllegalArgumentException notAnAmount(String text, String why) {
        return new IllegalArgumentException(
                "'"
                        + text
                        + "' is not an amount of memory: "
                        + why
                        + ". An amount is a whole number, 0 or more, and a unit, as '64 mb'; units "
                        + "are "
                        + MemoryUnit.getAllUnits()
                        + ", and bytes without one");
    }

    /** The units. */
    @PublicEvolving
    public enum MemoryUnit {
        /** 1 byte. */
        BYTES(1L, "b", "bytes"),
        /** 1024 bytes. */
        KILO_BYTES(1L << 10, "k", "kb", "kibibytes"),
        /** 1024 KiB. */
        MEGA_BYTES(1L << 20, "m", "mb", "mebibytes"),
        /** 1024 MiB. */
        GIGA_BYTES(1L << 30, "g", "gb", "gibibytes"),
        /** 1024 GiB. */
        TERA_BYTES(1L << 40, "t", "tb", "tebibytes");

        private final long multiplier;
        private final String[] units;

        MemoryUnit(long multiplier, String... units) {
            this.multiplier = multiplier;
            this.units = units;
        }

        /** Its names in text, lower case. */
        public String[] getUnits() {
            return units.clone();
        }

        /** How many bytes it is. */
        public long getMultiplier() {
            return multiplier;
        }

        /** The names of all units, for messages. */
        public static String getAllUnits() {
            return Arrays.stream(values())
                    .map(unit -> "(" + String.join(" | ", unit.units) + ")")
                    .collect(Collectors.joining(" / "));
        }

        /** Whether the text names a unit at its end, after a number or nothing. */
        public static boolean hasUnit(String text) {
            checkNotNull(text, "The text of an amount of memory is null.");
            String unit = text.trim().replaceFirst("^[0-9]+", "").trim();
            return named(unit.toLowerCase(Locale.ROOT)) != null;
        }

        private static MemoryUnit named(String name) {
            for (MemoryUnit unit : values()) {
                if (Arrays.asList(unit.units).contains(name)) {
                    return unit;
                }
            }
            return null;
        }
    }
}
