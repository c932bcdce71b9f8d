// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.state.MapState;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Map state: one hash map per key. Its views are live: removing through their iterators and {@link
 * Map.Entry#setValue} change the state. A map that runs empty is dropped.
 */
final class HeapMapState<UK, UV> implements MapState<UK, UV> {

    private final ValueCell<Map<UK, UV>> cell;
    private final boolean immutableValues;

    HeapMapState(ValueCell<Map<UK, UV>> cell, boolean immutableValues) {
        this.cell = cell;
        this.immutableValues = immutableValues;
    }

    @Override
    public UV get(UK key) {
        Map<UK, UV> map = immutableValues ? cell.peek() : cell.own();
        return map == null ? null : map.get(key);
    }

    @Override
    public void put(UK key, UV value) {
        ownOrCreate().put(key, value);
    }

    @Override
    public void putAll(Map<UK, UV> entries) {
        if (!entries.isEmpty()) {
            ownOrCreate().putAll(entries);
        }
    }

    @Override
    public void remove(UK key) {
        Map<UK, UV> map = cell.peek();
        if (map == null || !map.containsKey(key)) {
            return;
        }
        if (map.size() == 1) {
            cell.clear();
        } else {
            cell.own().remove(key);
        }
    }

    @Override
    public boolean contains(UK key) {
        Map<UK, UV> map = cell.peek();
        return map != null && map.containsKey(key);
    }

    @Override
    public Iterable<Map.Entry<UK, UV>> entries() {
        Map<UK, UV> map = cell.own();
        return map == null
                ? Collections.emptySet()
                : () -> new LiveIterator<>(map, map.entrySet().iterator());
    }

    @Override
    public Iterable<UK> keys() {
        Map<UK, UV> map = cell.own();
        return map == null
                ? Collections.emptySet()
                : () -> new LiveIterator<>(map, map.keySet().iterator());
    }

    @Override
    public Iterable<UV> values() {
        Map<UK, UV> map = cell.own();
        return map == null
                ? Collections.emptySet()
                : () -> new LiveIterator<>(map, map.values().iterator());
    }

    @Override
    public Iterator<Map.Entry<UK, UV>> iterator() {
        return entries().iterator();
    }

    @Override
    public boolean isEmpty() {
        Map<UK, UV> map = cell.peek();
        return map == null || map.isEmpty();
    }

    @Override
    public void clear() {
        cell.clear();
    }

    private Map<UK, UV> ownOrCreate() {
        Map<UK, UV> map = cell.own();
        if (map == null) {
            map = new HashMap<>();
            cell.update(map);
        }
        return map;
    }

    /** Drops the map when its last entry is removed, unless the key has changed meanwhile. */
    private final class LiveIterator<T> implements Iterator<T> {
        private final Map<UK, UV> map;
        private final Iterator<T> iterator;

        LiveIterator(Map<UK, UV> map, Iterator<T> iterator) {
            this.map = map;
            this.iterator = iterator;
        }

        @Override
        public boolean hasNext() {
            return iterator.hasNext();
        }

        @Override
        public T next() {
            return iterator.next();
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // whether it is this very map
        public void remove() {
            iterator.remove();
            if (map.isEmpty() && cell.peek() == map) {
                cell.clear();
            }
        }
    }
}
