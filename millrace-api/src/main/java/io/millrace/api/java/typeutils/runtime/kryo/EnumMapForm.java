// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import java.util.EnumMap;

/**
 * An enum map: the class of its keys, then its entries. An empty one does not tell that class to
 * anybody but Java's own serialization.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // the class of the keys is only known at run time
final class EnumMapForm extends MapSerializer<EnumMap> {

    private final JavaForm ofEmpty = new JavaForm();

    @Override
    protected void writeHeader(Kryo kryo, Output output, EnumMap map) {
        if (map.isEmpty()) {
            ofEmpty.write(kryo, output, map);
        } else {
            Enum<?> key = (Enum<?>) map.keySet().iterator().next();
            kryo.writeClass(output, key.getDeclaringClass());
        }
    }

    @Override
    protected EnumMap create(Kryo kryo, Input input, Class<? extends EnumMap> type, int size) {
        return size == 0
                ? (EnumMap) ofEmpty.read(kryo, input, type)
                : new EnumMap(kryo.readClass(input).getType());
    }

    @Override
    protected EnumMap createCopy(Kryo kryo, EnumMap original) {
        EnumMap copy = original.clone();
        copy.clear();
        return copy;
    }
}
