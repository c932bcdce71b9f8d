// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.BroadcastState;
import java.util.Iterator;
import java.util.Map;

/**
 * Broadcast state for the side that only reads it. It is a {@link BroadcastState} so that a program
 * which casts it is told why it may not write, in place of a {@link ClassCastException}.
 */
final class UnwritableBroadcastState<K, V> implements BroadcastState<K, V> {

    private final BroadcastState<K, V> state;
    private final String name;
    private final String operatorName;

    UnwritableBroadcastState(BroadcastState<K, V> state, String name, String operatorName) {
        this.state = state;
        this.name = name;
        this.operatorName = operatorName;
    }

    @Override
    public V get(K key) throws Exception {
        return state.get(key);
    }

    @Override
    public boolean contains(K key) throws Exception {
        return state.contains(key);
    }

    @Override
    public Iterable<Map.Entry<K, V>> immutableEntries() throws Exception {
        return state.immutableEntries();
    }

    @Override
    public void put(K key, V value) {
        throw refused();
    }

    @Override
    public void putAll(Map<K, V> map) {
        throw refused();
    }

    @Override
    public void remove(K key) {
        throw refused();
    }

    @Override
    public void clear() {
        throw refused();
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        throw refused();
    }

    @Override
    public Iterable<Map.Entry<K, V>> entries() {
        throw refused();
    }

    private UnsupportedOperationException refused() {
        return new UnsupportedOperationException(
                "Broadcast state '"
                        + name
                        + "' of operator '"
                        + operatorName
                        + "' can only be read in processElement and onTimer, by get, contains and immutableEntries:"
                        + " this subtask alone would change its copy, and the copies would differ. Change it in"
                        + " processBroadcastElement");
    }
}
