// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Broadcast state of an operator. */
final class OperatorMap<K, V> implements BroadcastState<K, V>, OperatorElements {

    private static final int NULL_KEY = 1;
    private static final int NULL_VALUE = 2;

    private final String name;
    private final TypeSerializer<K> keySerializer;
    private final TypeSerializer<V> valueSerializer;
    private final StateShape shape;
    private final Map<K, V> map = new HashMap<>();

    OperatorMap(String name, TypeSerializer<K> keySerializer, TypeSerializer<V> valueSerializer) {
        this.name = name;
        this.keySerializer = keySerializer;
        this.valueSerializer = valueSerializer;
        this.shape = StateShape.of(keySerializer, valueSerializer);
    }

    @Override
    public V get(K key) {
        return map.get(key);
    }

    @Override
    public boolean contains(K key) {
        return map.containsKey(key);
    }

    @Override
    public void put(K key, V value) {
        map.put(key, value);
    }

    @Override
    public void putAll(Map<K, V> entries) {
        map.putAll(entries);
    }

    @Override
    public void remove(K key) {
        map.remove(key);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return map.entrySet().iterator();
    }

    @Override
    public Iterable<Map.Entry<K, V>> entries() {
        return map.entrySet();
    }

    @Override
    public Iterable<Map.Entry<K, V>> immutableEntries() {
        return Collections.unmodifiableMap(map).entrySet();
    }

    @Override
    public String kind() {
        return OperatorStateRedistribution.BROADCAST;
    }

    @Override
    public String type() {
        return StateTypes.type(kind(), keySerializer, valueSerializer);
    }

    /** Reads elements in the form they were written. */
    Reader reading(TypeSerializer<K> keys, TypeSerializer<V> values) {
        return in -> {
            int nulls = in.readByte();
            K key = (nulls & NULL_KEY) != 0 ? null : keys.deserialize(in);
            V value = (nulls & NULL_VALUE) != 0 ? null : values.deserialize(in);
            map.put(key, value);
        };
    }

    @Override
    public Frozen freeze() {
        Map<K, V> copy = new HashMap<>();
        boolean sameKeys = keySerializer.isImmutableType();
        boolean sameValues = valueSerializer.isImmutableType();
        map.forEach(
                (key, value) ->
                        copy.put(
                                sameKeys || key == null ? key : keySerializer.copy(key),
                                sameValues || value == null ? value : valueSerializer.copy(value)));
        TypeSerializer<K> writingKeys = keySerializer.duplicate();
        TypeSerializer<V> writingValues = valueSerializer.duplicate();
        String type = type();
        return new Frozen() {
            @Override
            public long size() {
                return copy.size();
            }

            @Override
            public void write(StateFileWriter writer) throws IOException {
                writer.beginState(name, OperatorStateRedistribution.BROADCAST, type, shape);
                for (Map.Entry<K, V> element : copy.entrySet()) {
                    DataOutputView entry = writer.beginEntry();
                    K key = element.getKey();
                    V value = element.getValue();
                    entry.writeByte(
                            (key == null ? NULL_KEY : 0) | (value == null ? NULL_VALUE : 0));
                    if (key != null) {
                        writingKeys.serialize(key, entry);
                    }
                    if (value != null) {
                        writingValues.serialize(value, entry);
                    }
                    writer.endEntry();
                }
                writer.endState();
            }
        };
    }
}
