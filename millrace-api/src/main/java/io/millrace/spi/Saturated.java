// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import java.time.Duration;

/**
 * Sums of times that stop at the ends of the range instead of coming out on the other side of it:
 * with the plain plus, a lateness of {@code Long.MAX_VALUE} would end every window in the far past.
 * Pure.
 */
public final class Saturated {

    private Saturated() {}

    /** a + b, within the range of long. */
    public static long add(long a, long b) {
        long sum = a + b;
        // Overflow is where both have one sign, and the sum the other.
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }

    /** a - b, within the range of long. */
    public static long subtract(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return difference;
    }

    /** A duration in milliseconds; one that is longer than long can tell is as long as it can. */
    public static long millis(Duration duration) {
        try {
            return duration.toMillis();
        } catch (ArithmeticException e) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
