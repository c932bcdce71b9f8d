// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.engine.state.TimerQueue;

/** One timer; its place in the heap is the only thing that changes, and no snapshot reads that. */
final class HeapTimer<K, N> implements TimerQueue.Timer<K, N> {

    private final K key;
    private final N namespace;
    private final long timestamp;
    private final int hash;

    /** Where it stands in the queue's heap. */
    int heapIndex;

    HeapTimer(K key, int keyHash, N namespace, long timestamp) {
        this.key = key;
        this.namespace = namespace;
        this.timestamp = timestamp;
        this.hash = 31 * (31 * keyHash + namespace.hashCode()) + Long.hashCode(timestamp);
    }

    @Override
    public K key() {
        return key;
    }

    @Override
    public N namespace() {
        return namespace;
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object obj) {
        if (!(obj instanceof HeapTimer)) {
            return false;
        }
        HeapTimer<?, ?> other = (HeapTimer<?, ?>) obj;
        return other.timestamp == timestamp
                && other.namespace.equals(namespace)
                && other.key.equals(key);
    }
}
