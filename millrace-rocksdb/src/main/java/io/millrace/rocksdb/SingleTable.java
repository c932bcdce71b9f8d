// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.Timed;
import io.millrace.engine.state.TimedSerializer;

/** One value per key: value state itself, and what reducing and aggregating state fold into. */
final class SingleTable<V> extends StateTable<V> implements ValueState<V> {

    private final TypeSerializer<V> serializer;
    private final boolean timed;
    private final ValueStateDescriptor<V> defaults;
    private final Merger<V> merger;

    /** Puts two values together into one; may change the first, and hand it back. */
    interface Merger<V> {
        V merge(V into, V from) throws Exception;
    }

    /**
     * @param defaults where the value of an unset state comes from; null: it is null
     * @param merger null: values of this kind can't be put together
     */
    SingleTable(
            Database database,
            Place<?> place,
            TypeSerializer<V> serializer,
            ValueStateDescriptor<V> defaults,
            Merger<V> merger) {
        super(database, place);
        this.serializer = serializer;
        this.timed = serializer instanceof TimedSerializer;
        this.defaults = defaults;
        this.merger = merger;
    }

    @Override
    public V value() {
        V value = read();
        return value == null && defaults != null ? defaults.getDefaultValue() : value;
    }

    /** Null clears. */
    @Override
    public void update(V value) {
        if (value == null) {
            remove();
        } else {
            write(value);
        }
    }

    @Override
    public void clear() {
        remove();
    }

    @Override
    V read() {
        byte[] bytes = database.get(column(), place.bytes());
        if (bytes == null) {
            return null;
        }
        if (!timed) {
            return parsed(bytes, serializer::deserialize);
        }
        Object[] found = {null};
        columns(
                bytes,
                (row, offset, length) -> {
                    in.setBuffer(row, offset, length);
                    found[0] = serializer.deserialize(in);
                });
        @SuppressWarnings("unchecked") // what the serializer has just made
        V value = (V) found[0];
        return value;
    }

    @Override
    void write(V value) {
        byte[] key = place.bytes();
        byte[] bytes =
                timed
                        ? written(
                                row -> {
                                    Envelope.beginRow(row);
                                    column(
                                            (Timed<?>) value,
                                            to -> serializer.serialize(value, to),
                                            row);
                                })
                        : written(to -> serializer.serialize(value, to));
        database.put(column(), key, bytes);
    }

    @Override
    void remove() {
        database.delete(column(), place.bytes());
    }

    @Override
    boolean isPresent() {
        return database.get(column(), place.bytes()) != null;
    }

    @Override
    V merge(V into, V from) throws Exception {
        if (merger == null) {
            throw cannotMerge();
        }
        return merger.merge(into, from);
    }

    @Override
    Reading<V> reading(StateFit fit, boolean withTimes) {
        TypeSerializer<V> reader = reader(fit, 0, withTimes);
        return reader::deserialize;
    }
}
