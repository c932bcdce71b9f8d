// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Internal;

/** Whole numbers: powers of two, and bits well mixed. */
@Internal
public final class MathUtils {

    private MathUtils() {}

    /**
     * The logarithm, rounded down.
     *
     * @throws ArithmeticException of 0
     */
    public static int log2floor(int value) throws ArithmeticException {
        if (value == 0) {
            throw new ArithmeticException("0 has no logarithm");
        }
        return 31 - Integer.numberOfLeadingZeros(value);
    }

    /**
     * The logarithm of a power of two.
     *
     * @throws ArithmeticException of 0
     * @throws IllegalArgumentException of another number
     */
    public static int log2strict(int value) throws ArithmeticException, IllegalArgumentException {
        int log = log2floor(value);
        if (!isPowerOf2(Integer.toUnsignedLong(value))) {
            throw new IllegalArgumentException(value + " is no power of two");
        }
        return log;
    }

    /** The largest power of two that is not larger. */
    public static int roundDownToPowerOf2(int value) {
        return Integer.highestOneBit(value);
    }

    /** The smallest power of two that is not smaller. */
    public static int roundUpToPowerOfTwo(int x) {
        return x <= 1 ? 1 : Integer.highestOneBit(x - 1) << 1;
    }

    /**
     * The same number as an int.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static int checkedDownCast(long value) {
        if (value != (int) value) {
            throw new IllegalArgumentException(value + " does not fit an integer");
        }
        return (int) value;
    }

    public static boolean isPowerOf2(long value) {
        return (value & (value - 1)) == 0;
    }

    /**
     * The one-integer form of murmur3 (Austin Appleby, public domain), folded to non-negative: the
     * one by which keys find their key group.
     */
    public static int murmurHash(int code) {
        int h = Integer.rotateLeft(code * 0xcc9e2d51, 15) * 0x1b873593;
        h = Integer.rotateLeft(h, 13) * 5 + 0xe6546b64;
        h = bitMix(h ^ 4);
        return h >= 0 ? h : h == Integer.MIN_VALUE ? 0 : -h;
    }

    /** The last step of murmur3, by which each bit depends on each. */
    public static int bitMix(int in) {
        int h = (in ^ in >>> 16) * 0x85ebca6b;
        h = (h ^ h >>> 13) * 0xc2b2ae35;
        return h ^ h >>> 16;
    }

    /** The order of longs, for a comparison as if they had no sign. */
    public static long flipSignBit(long in) {
        return in ^ Long.MIN_VALUE;
    }

    /**
     * Rounded up.
     *
     * @param dividend not negative
     * @param divisor positive
     */
    public static int divideRoundUp(int dividend, int divisor) {
        if (dividend < 0 || divisor <= 0) {
            throw new IllegalArgumentException(
                    "Only numbers that are not negative are divided here: "
                            + dividend
                            + " / "
                            + divisor);
        }
        return dividend == 0 ? 0 : (dividend - 1) / divisor + 1;
    }
}
