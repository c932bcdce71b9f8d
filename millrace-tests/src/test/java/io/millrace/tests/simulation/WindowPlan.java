// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.spi.Saturated;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Random;

/**
 * A program with windows and its input, drawn from a seed.
 *
 * @param size of windows, or the gap of sessions
 * @param slide of sliding windows
 * @param offset of aligned windows
 * @param every how many records, or milliseconds, lie between two firings of the trigger
 * @param purging whether each firing empties the window
 * @param keeps how many records, or milliseconds, the evictor keeps
 * @param evictsAfter whether the evictor comes after the function
 */
record WindowPlan(
        Kind kind,
        long size,
        long slide,
        long offset,
        Firing firing,
        long every,
        boolean purging,
        Evicting evicting,
        long keeps,
        boolean evictsAfter,
        Keeping keeping,
        long lateness,
        ArrayList<Step> steps)
        implements Serializable {

    enum Kind {
        TUMBLING,
        SLIDING,
        SESSIONS,
        DYNAMIC_SESSIONS,
        GLOBAL
    }

    enum Firing {
        DEFAULT,
        COUNT,
        CONTINUOUS
    }

    enum Evicting {
        NOTHING,
        BY_COUNT,
        BY_TIME
    }

    enum Keeping {
        RECORDS,
        REDUCED,
        AGGREGATED
    }

    /** A record, and the watermark that comes before it. */
    record Step(long watermark, String key, long value, long timestamp) implements Serializable {}

    private static final int KEYS = 4;

    static WindowPlan draw(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L + 12345);
        // In turn, so that few seeds have each.
        Kind kind = Kind.values()[(int) (seed % Kind.values().length)];
        Firing firing = Firing.values()[(int) (seed / 5 % Firing.values().length)];
        if (kind == Kind.GLOBAL && firing == Firing.CONTINUOUS) {
            firing = Firing.COUNT;
        }
        Evicting evicting =
                random.nextInt(5) < 3
                        ? Evicting.NOTHING
                        : random.nextBoolean() ? Evicting.BY_COUNT : Evicting.BY_TIME;
        long size = 5L + random.nextInt(30);
        long slide = kind == Kind.SLIDING ? 2 + random.nextInt(25) : size;
        long[] latenesses = {0, 0, 7, 40, Long.MAX_VALUE};
        return new WindowPlan(
                kind,
                kind == Kind.SESSIONS ? 1 + random.nextInt(15) : size,
                slide,
                random.nextInt((int) (2 * slide - 1)) - slide + 1,
                firing,
                2 + random.nextInt(6),
                random.nextInt(3) == 0,
                evicting,
                1 + random.nextInt(8),
                random.nextBoolean(),
                Keeping.values()[random.nextInt(Keeping.values().length)],
                kind == Kind.GLOBAL ? 0 : latenesses[random.nextInt(latenesses.length)],
                steps(random, firing == Firing.CONTINUOUS));
    }

    /**
     * Windows on a grid that fold their records and are shown once, for which the engine has a form
     * of its own.
     *
     * @param purging the same windows, in the general form: what is shown once may as well be
     *     purged
     */
    static WindowPlan drawAligned(long seed, boolean purging) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L + 54321);
        Kind kind = seed % 3 == 0 ? Kind.TUMBLING : Kind.SLIDING;
        long size = 2L + random.nextInt(60);
        long slide = kind == Kind.SLIDING ? 1 + random.nextInt(25) : size;
        return new WindowPlan(
                kind,
                size,
                slide,
                random.nextInt((int) (2 * slide - 1)) - slide + 1,
                Firing.DEFAULT,
                1,
                purging,
                Evicting.NOTHING,
                1,
                false,
                random.nextBoolean() ? Keeping.REDUCED : Keeping.AGGREGATED,
                0,
                steps(random, false));
    }

    /**
     * Out of order, about zero.
     *
     * @param neverBehind no record behind the watermark: a continuous trigger would set a timer in
     *     the past, which fires when the watermark moves next, and after a restore that is earlier
     */
    private static ArrayList<Step> steps(Random random, boolean neverBehind) {
        ArrayList<Step> steps = new ArrayList<>();
        long now = -60L - random.nextInt(40);
        long watermark = Long.MIN_VALUE;
        int n = 40 + random.nextInt(40);
        for (int i = 0; i < n; i++) {
            now += random.nextInt(8) == 0 ? random.nextInt(60) : random.nextInt(5);
            if (random.nextInt(3) == 0) {
                watermark = Math.max(watermark, now - random.nextInt(25));
            }
            long timestamp = now + 5 - random.nextInt(30);
            if (neverBehind && timestamp <= watermark) {
                timestamp = watermark + 1 + random.nextInt(5);
            }
            steps.add(
                    new Step(
                            watermark,
                            "k" + random.nextInt(1 + random.nextInt(KEYS)),
                            random.nextInt(100),
                            timestamp));
        }
        return steps;
    }

    /** For how long a session stays open after a record. */
    long gap(long value) {
        return kind == Kind.SESSIONS ? size : 1 + value % 13;
    }

    boolean merges() {
        return kind == Kind.SESSIONS || kind == Kind.DYNAMIC_SESSIONS;
    }

    /** When a window goes away whose last moment is this. */
    long cleanUp(long last) {
        return kind == Kind.GLOBAL ? Long.MAX_VALUE : Saturated.add(last, lateness);
    }

    /** Without the input. */
    @Override
    public String toString() {
        return kind
                + " of "
                + size
                + "/"
                + slide
                + "+"
                + offset
                + ", fires "
                + firing
                + " "
                + every
                + (purging ? " purging" : "")
                + ", evicts "
                + evicting
                + " to "
                + keeps
                + (evictsAfter ? " after" : " before")
                + ", keeps "
                + keeping
                + ", lateness "
                + lateness
                + ", "
                + steps.size()
                + " records";
    }
}
