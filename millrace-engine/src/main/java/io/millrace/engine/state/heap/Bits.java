// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/** Bit sets that live in a page: a bare {@code long[]}, one bit per slot. */
final class Bits {

    private Bits() {}

    /** Words needed for this many bits. */
    static int words(int bits) {
        return (bits + 63) >>> 6;
    }

    static boolean get(long[] bits, int i) {
        return (bits[i >>> 6] & (1L << i)) != 0;
    }

    /**
     * Sets a bit; writes only when it was clear, so that a page changed often stays clean in other
     * caches.
     */
    static void set(long[] bits, int i) {
        long word = bits[i >>> 6];
        long bit = 1L << i;
        if ((word & bit) == 0) {
            bits[i >>> 6] = word | bit;
        }
    }

    static void clear(long[] bits, int i) {
        bits[i >>> 6] &= ~(1L << i);
    }

    static void copy(long[] from, int i, long[] to, int j) {
        if (get(from, i)) {
            set(to, j);
        } else {
            clear(to, j);
        }
    }
}
