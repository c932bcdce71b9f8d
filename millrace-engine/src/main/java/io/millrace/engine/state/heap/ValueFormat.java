// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TimedSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the value kept under one key is written, read and copied: a single value, or the list or map
 * of a list or map state. Not thread safe; who writes in another thread takes a {@link
 * #duplicate()}.
 */
abstract class ValueFormat<V> {

    abstract void write(V value, DataOutputView out) throws IOException;

    abstract V read(DataInputView in) throws IOException;

    /** A value that shares nothing mutable with the given one. */
    abstract V copy(V value);

    /** Nobody can change a value in place: it never needs a copy. */
    abstract boolean isImmutable();

    abstract ValueFormat<V> duplicate();

    /** What a checkpoint remembers of its serializers. */
    abstract StateShape shape();

    /** A format that only reads values of today's classes, as that fit says. */
    abstract ValueFormat<V> reading(StateFit fit);

    @SuppressWarnings("unchecked") // the fit was made of the format's own serializers
    private static <T> TypeSerializer<T> reader(StateFit fit, int place) {
        return (TypeSerializer<T>) fit.places().get(place).reader();
    }

    /**
     * A format that only reads what was written with times of the last access, or without, whatever
     * is kept now.
     */
    abstract ValueFormat<V> reading(boolean writtenWithTimes);

    /** One value of the serializer's type. */
    static final class Single<V> extends ValueFormat<V> {
        private final TypeSerializer<V> serializer;

        Single(TypeSerializer<V> serializer) {
            this.serializer = serializer;
        }

        TypeSerializer<V> serializer() {
            return serializer;
        }

        @Override
        void write(V value, DataOutputView out) throws IOException {
            serializer.serialize(value, out);
        }

        @Override
        V read(DataInputView in) throws IOException {
            return serializer.deserialize(in);
        }

        @Override
        V copy(V value) {
            return serializer.copy(value);
        }

        @Override
        boolean isImmutable() {
            return serializer.isImmutableType();
        }

        @Override
        StateShape shape() {
            return StateShape.of(serializer);
        }

        @Override
        Single<V> reading(StateFit fit) {
            return new Single<>(reader(fit, 0));
        }

        @Override
        Single<V> reading(boolean writtenWithTimes) {
            return new Single<>(TimedSerializer.reading(serializer, writtenWithTimes));
        }

        @Override
        Single<V> duplicate() {
            return new Single<>(serializer.duplicate());
        }
    }

    /** Number of elements, elements. */
    static final class Elements<E> extends ValueFormat<List<E>> {
        private final TypeSerializer<E> serializer;

        Elements(TypeSerializer<E> serializer) {
            this.serializer = serializer;
        }

        @Override
        void write(List<E> value, DataOutputView out) throws IOException {
            out.writeInt(value.size());
            for (E element : value) {
                serializer.serialize(element, out);
            }
        }

        @Override
        List<E> read(DataInputView in) throws IOException {
            int size = in.readInt();
            List<E> value = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                value.add(serializer.deserialize(in));
            }
            return value;
        }

        @Override
        List<E> copy(List<E> value) {
            if (serializer.isImmutableType()) {
                return new ArrayList<>(value);
            }
            List<E> copy = new ArrayList<>(value.size());
            for (E element : value) {
                copy.add(serializer.copy(element));
            }
            return copy;
        }

        /** The list itself is changed in place. */
        @Override
        boolean isImmutable() {
            return false;
        }

        @Override
        StateShape shape() {
            return StateShape.of(serializer);
        }

        @Override
        Elements<E> reading(StateFit fit) {
            return new Elements<>(reader(fit, 0));
        }

        @Override
        Elements<E> reading(boolean writtenWithTimes) {
            return new Elements<>(TimedSerializer.reading(serializer, writtenWithTimes));
        }

        @Override
        Elements<E> duplicate() {
            return new Elements<>(serializer.duplicate());
        }
    }

    /**
     * Number of entries; each a byte that tells what is null, then key and value as far as they are
     * not.
     */
    static final class Entries<K, V> extends ValueFormat<Map<K, V>> {
        private static final int NULL_KEY = 1;
        private static final int NULL_VALUE = 2;

        private final TypeSerializer<K> keySerializer;
        private final TypeSerializer<V> valueSerializer;

        Entries(TypeSerializer<K> keySerializer, TypeSerializer<V> valueSerializer) {
            this.keySerializer = keySerializer;
            this.valueSerializer = valueSerializer;
        }

        @Override
        void write(Map<K, V> value, DataOutputView out) throws IOException {
            out.writeInt(value.size());
            for (Map.Entry<K, V> entry : value.entrySet()) {
                K k = entry.getKey();
                V v = entry.getValue();
                out.writeByte((k == null ? NULL_KEY : 0) | (v == null ? NULL_VALUE : 0));
                if (k != null) {
                    keySerializer.serialize(k, out);
                }
                if (v != null) {
                    valueSerializer.serialize(v, out);
                }
            }
        }

        @Override
        Map<K, V> read(DataInputView in) throws IOException {
            int size = in.readInt();
            Map<K, V> value = new HashMap<>();
            for (int i = 0; i < size; i++) {
                int nulls = in.readByte();
                K k = (nulls & NULL_KEY) != 0 ? null : keySerializer.deserialize(in);
                V v =
                        (nulls & NULL_VALUE) != 0
                                ? TimedSerializer.ofNull(valueSerializer)
                                : valueSerializer.deserialize(in);
                value.put(k, v);
            }
            return value;
        }

        @Override
        Map<K, V> copy(Map<K, V> value) {
            Map<K, V> copy = new HashMap<>(value);
            if (!valueSerializer.isImmutableType()) {
                copy.replaceAll((key, v) -> v == null ? null : valueSerializer.copy(v));
            }
            return copy;
        }

        /** The map itself is changed in place. */
        @Override
        boolean isImmutable() {
            return false;
        }

        @Override
        StateShape shape() {
            return StateShape.of(keySerializer, valueSerializer);
        }

        @Override
        Entries<K, V> reading(StateFit fit) {
            return new Entries<>(reader(fit, 0), reader(fit, 1));
        }

        @Override
        Entries<K, V> reading(boolean writtenWithTimes) {
            return new Entries<>(
                    keySerializer, TimedSerializer.reading(valueSerializer, writtenWithTimes));
        }

        @Override
        Entries<K, V> duplicate() {
            return new Entries<>(keySerializer.duplicate(), valueSerializer.duplicate());
        }
    }
}
