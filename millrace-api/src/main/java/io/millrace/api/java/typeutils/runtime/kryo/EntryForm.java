// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.AbstractMap;
import java.util.Map;

/** A map's entry that stands alone: key and value. */
final class EntryForm extends Serializer<Map.Entry<?, ?>> {

    /** The class of what {@link Map#entry} makes. */
    static final Class<?> IMMUTABLE = Map.entry(1, 1).getClass();

    private final Class<?> type;

    EntryForm(Class<?> type) {
        this.type = type;
    }

    static boolean isFor(Class<?> type) {
        return type == IMMUTABLE
                || type == AbstractMap.SimpleEntry.class
                || type == AbstractMap.SimpleImmutableEntry.class;
    }

    @Override
    public void write(Kryo kryo, Output output, Map.Entry<?, ?> entry) {
        kryo.writeClassAndObject(output, entry.getKey());
        kryo.writeClassAndObject(output, entry.getValue());
    }

    @Override
    public Map.Entry<?, ?> read(Kryo kryo, Input input, Class<? extends Map.Entry<?, ?>> as) {
        Object key = kryo.readClassAndObject(input);
        return entry(key, kryo.readClassAndObject(input));
    }

    @Override
    public Map.Entry<?, ?> copy(Kryo kryo, Map.Entry<?, ?> original) {
        return entry(kryo.copy(original.getKey()), kryo.copy(original.getValue()));
    }

    private Map.Entry<?, ?> entry(Object key, Object value) {
        if (type == IMMUTABLE) {
            return Map.entry(key, value);
        }
        return type == AbstractMap.SimpleEntry.class
                ? new AbstractMap.SimpleEntry<>(key, value)
                : new AbstractMap.SimpleImmutableEntry<>(key, value);
    }
}
