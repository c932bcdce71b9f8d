// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/**
 * From when on layers are worth their files.
 *
 * @param smallEntries a state of no more entries is written whole each time, into one file,
 * @param smallBytes if it was no larger when it was last written
 * @param leastRewritten bytes of unchanged state that are rewritten with each layer at least, on
 *     the average
 */
record LayerLimits(long smallEntries, long smallBytes, long leastRewritten) {

    /** What follows from the size at which layers begin: 32 bytes are taken for an entry. */
    static LayerLimits from(long bytes) {
        return new LayerLimits(bytes / 32, bytes, Math.min(16 * 1024, bytes / 4));
    }
}
