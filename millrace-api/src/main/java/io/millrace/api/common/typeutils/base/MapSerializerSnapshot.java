// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import java.util.Map;

/** Remembers the serializers of a map's keys and values. */
public class MapSerializerSnapshot<K, V>
        extends CompositeTypeSerializerSnapshot<Map<K, V>, MapSerializer<K, V>> {

    /** For reading. */
    public MapSerializerSnapshot() {}

    /** For writing. */
    public MapSerializerSnapshot(MapSerializer<K, V> mapSerializer) {
        super(mapSerializer);
    }

    @Override
    public int getCurrentOuterSnapshotVersion() {
        return 1;
    }

    @Override
    @SuppressWarnings("unchecked") // the nested serializers are the keys' and the values'
    protected MapSerializer<K, V> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nestedSerializers) {
        return new MapSerializer<>(
                (TypeSerializer<K>) nestedSerializers[0], (TypeSerializer<V>) nestedSerializers[1]);
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(MapSerializer<K, V> outerSerializer) {
        return new TypeSerializer<?>[] {
            outerSerializer.getKeySerializer(), outerSerializer.getValueSerializer()
        };
    }

    /** What is remembered of the keys' serializer. */
    @SuppressWarnings("unchecked") // the first nested one is the keys'
    public TypeSerializerSnapshot<K> getKeySerializerSnapshot() {
        return (TypeSerializerSnapshot<K>) getNestedSerializerSnapshots()[0];
    }
}
