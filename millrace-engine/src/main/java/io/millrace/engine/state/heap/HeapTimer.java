// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/** One timer; its place in the heap is the only thing that changes, and no snapshot reads that. */
final class HeapTimer {

    final Object key;
    final long timestamp;
    private final int hash;

    /** Where it stands in the queue's heap. */
    int heapIndex;

    HeapTimer(Object key, int keyHash, long timestamp) {
        this.key = key;
        this.timestamp = timestamp;
        this.hash = 31 * keyHash + Long.hashCode(timestamp);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HeapTimer
                && ((HeapTimer) other).timestamp == timestamp
                && ((HeapTimer) other).key.equals(key);
    }
}
