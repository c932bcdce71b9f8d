// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

/**
 * Deals out moments at a steady distance, in nanoseconds of any clock. What was not asked for in
 * time is dealt out at once, up to a second's worth.
 */
final class Pace {

    private static final double SECOND = 1e9;

    /** Nanoseconds; a fraction, so that high rates are kept exactly in the long run. */
    private final double distance;

    private boolean begun;
    private long origin;

    /** Counted from the origin, so that the fraction stays exact for as long as a job runs. */
    private double next;

    Pace(double perSecond) {
        this.distance = SECOND / checked(perSecond);
    }

    static double checked(double perSecond) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException(
                    "A rate must be positive, but is " + perSecond + " records per second");
        }
        return perSecond;
    }

    /** How many nanoseconds after {@code now} the next one is due; 0 or less when it is. */
    long take(long now) {
        if (!begun) {
            begun = true;
            origin = now;
        }
        double elapsed = now - origin;
        next = Math.max(next, elapsed - SECOND);
        double wait = next - elapsed;
        next += distance;
        return (long) Math.ceil(wait);
    }
}
