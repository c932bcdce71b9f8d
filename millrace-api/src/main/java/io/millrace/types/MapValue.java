// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A map from values of one type to values of one type, both of which a subclass names: {@code class
 * Ages extends MapValue<StringValue, IntValue>}.
 */
@PublicEvolving
public abstract class MapValue<K extends Value, V extends Value> implements Value, Map<K, V> {

    private static final long serialVersionUID = 1L;

    private final Class<K> keyClass;
    private final Class<V> valueClass;
    private final Map<K, V> map;

    /** Empty. */
    public MapValue() {
        this(Map.of());
    }

    /** With these entries. */
    public MapValue(Map<K, V> map) {
        this.keyClass = ValueClasses.argument(this, MapValue.class, 0);
        this.valueClass = ValueClasses.argument(this, MapValue.class, 1);
        this.map = new HashMap<>(map);
    }

    @Override
    public void read(DataInputView in) throws IOException {
        int size = in.readInt();
        map.clear();
        for (int i = 0; i < size; i++) {
            K key = InstantiationUtil.instantiate(keyClass);
            V value = InstantiationUtil.instantiate(valueClass);
            key.read(in);
            value.read(in);
            map.put(key, value);
        }
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeInt(map.size());
        for (Map.Entry<K, V> entry : map.entrySet()) {
            entry.getKey().write(out);
            entry.getValue().write(out);
        }
    }

    @Override
    public String toString() {
        return map.toString();
    }

    @Override
    public int hashCode() {
        return 47 + map.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof MapValue<?, ?> other && map.equals(other.map);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public boolean containsKey(Object key) {
        return map.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return map.containsValue(value);
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return map.entrySet();
    }

    @Override
    public V get(Object key) {
        return map.get(key);
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public Set<K> keySet() {
        return map.keySet();
    }

    @Override
    public V put(K key, V value) {
        return map.put(key, value);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> m) {
        map.putAll(m);
    }

    @Override
    public V remove(Object key) {
        return map.remove(key);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public Collection<V> values() {
        return map.values();
    }
}
