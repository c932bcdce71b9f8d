// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;
import java.util.Iterator;
import java.util.Map;

/**
 * A map of which each subtask holds a copy of its own. That the copies are equal is the program's
 * duty: all subtasks see the same broadcast elements and must do the same with each.
 *
 * @param <K> keys
 * @param <V> values
 */
@PublicEvolving
public interface BroadcastState<K, V> extends ReadOnlyBroadcastState<K, V> {

    /** Puts a value. */
    void put(K key, V value) throws Exception;

    /** Puts all entries of the map. */
    void putAll(Map<K, V> map) throws Exception;

    /** Removes a key; nothing happens if it is absent. */
    void remove(K key) throws Exception;

    /** Walks over all entries; removing removes from the state. */
    Iterator<Map.Entry<K, V>> iterator() throws Exception;

    /** All entries; removing from the iterator removes from the state. */
    Iterable<Map.Entry<K, V>> entries() throws Exception;
}
