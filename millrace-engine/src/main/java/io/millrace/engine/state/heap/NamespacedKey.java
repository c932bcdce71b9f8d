// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/** What a table of state in namespaces has as its key: both in one. */
final class NamespacedKey<K, N> {

    final K key;
    final N namespace;
    final int hash;

    NamespacedKey(K key, int keyHash, N namespace) {
        this.key = key;
        this.namespace = namespace;
        this.hash = 31 * keyHash + namespace.hashCode();
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NamespacedKey
                && ((NamespacedKey<?, ?>) other).namespace.equals(namespace)
                && ((NamespacedKey<?, ?>) other).key.equals(key);
    }
}
