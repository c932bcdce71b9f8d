// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/** Spreads hash codes over 64 bits: the high ones choose the page, the low ones the slot in it. */
final class Mix {

    private Mix() {}

    /**
     * The finalizer of 64-bit murmur3 (Austin Appleby, public domain): a bijection, so longs never
     * collide.
     */
    static long of(long code) {
        long h = code;
        h ^= h >>> 33;
        h *= 0xff51afd7ed558ccdL;
        h ^= h >>> 33;
        h *= 0xc4ceb9fe1a85ec53L;
        h ^= h >>> 33;
        return h;
    }
}
