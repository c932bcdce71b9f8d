// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A map: its size in 4 bytes, then the entries, each a byte that says what is null, the key, the
 * value. Whatever map was written, a {@link LinkedHashMap} in the same order comes back.
 *
 * @param <K> the keys
 * @param <V> the values
 */
@Internal
public final class MapSerializer<K, V> extends TypeSerializer<Map<K, V>> {

    private static final long serialVersionUID = -6885593032367050078L;

    private static final int NULL_KEY = 1;
    private static final int NULL_VALUE = 2;

    private final TypeSerializer<K> keySerializer;
    private final TypeSerializer<V> valueSerializer;

    /** With the serializers of keys and values. */
    public MapSerializer(TypeSerializer<K> keySerializer, TypeSerializer<V> valueSerializer) {
        this.keySerializer = Objects.requireNonNull(keySerializer, "keySerializer");
        this.valueSerializer = Objects.requireNonNull(valueSerializer, "valueSerializer");
    }

    /** The serializer of the keys. */
    public TypeSerializer<K> getKeySerializer() {
        return keySerializer;
    }

    /** The serializer of the values. */
    public TypeSerializer<V> getValueSerializer() {
        return valueSerializer;
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // duplicate() answers itself where there is no state
    public TypeSerializer<Map<K, V>> duplicate() {
        TypeSerializer<K> keys = keySerializer.duplicate();
        TypeSerializer<V> values = valueSerializer.duplicate();
        return keys == keySerializer && values == valueSerializer
                ? this
                : new MapSerializer<>(keys, values);
    }

    @Override
    public Map<K, V> createInstance() {
        return new LinkedHashMap<>();
    }

    @Override
    public Map<K, V> copy(Map<K, V> from) {
        if (keySerializer.isImmutableType() && valueSerializer.isImmutableType()) {
            return new LinkedHashMap<>(from);
        }
        Map<K, V> copy = sized(from.size());
        from.forEach(
                (key, value) ->
                        copy.put(
                                key == null ? null : keySerializer.copy(key),
                                value == null ? null : valueSerializer.copy(value)));
        return copy;
    }

    @Override
    public Map<K, V> copy(Map<K, V> from, Map<K, V> reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(Map<K, V> map, DataOutputView target) throws IOException {
        target.writeInt(map.size());
        for (Map.Entry<K, V> entry : map.entrySet()) {
            K key = entry.getKey();
            V value = entry.getValue();
            target.writeByte((key == null ? NULL_KEY : 0) | (value == null ? NULL_VALUE : 0));
            if (key != null) {
                keySerializer.serialize(key, target);
            }
            if (value != null) {
                valueSerializer.serialize(value, target);
            }
        }
    }

    @Override
    public Map<K, V> deserialize(DataInputView source) throws IOException {
        int size = ListSerializer.readSize(source);
        Map<K, V> map = sized(size);
        for (int i = 0; i < size; i++) {
            int nulls = source.readByte();
            K key = (nulls & NULL_KEY) == 0 ? keySerializer.deserialize(source) : null;
            V value = (nulls & NULL_VALUE) == 0 ? valueSerializer.deserialize(source) : null;
            map.put(key, value);
        }
        return map;
    }

    @Override
    public Map<K, V> deserialize(Map<K, V> reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int size = ListSerializer.readSize(source);
        target.writeInt(size);
        for (int i = 0; i < size; i++) {
            int nulls = source.readByte();
            target.writeByte(nulls);
            if ((nulls & NULL_KEY) == 0) {
                keySerializer.copy(source, target);
            }
            if ((nulls & NULL_VALUE) == 0) {
                valueSerializer.copy(source, target);
            }
        }
    }

    /** A damaged size must not take the memory before the bytes are known to be there. */
    private static <K, V> Map<K, V> sized(int size) {
        return new LinkedHashMap<>(Math.min(size, 1 << 16) * 4 / 3 + 1);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof MapSerializer<?, ?> other
                && keySerializer.equals(other.keySerializer)
                && valueSerializer.equals(other.valueSerializer);
    }

    @Override
    public int hashCode() {
        return 31 * keySerializer.hashCode() + valueSerializer.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<Map<K, V>> snapshotConfiguration() {
        return new MapSerializerSnapshot<>(this);
    }
}
