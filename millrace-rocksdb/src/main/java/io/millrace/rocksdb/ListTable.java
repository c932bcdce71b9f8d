// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.Timed;
import io.millrace.engine.state.TimedSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One list per key: its elements one after the other, each with its length before it, so that one
 * is added without reading the others. Elements that expire lie in an envelope, to which RocksDB
 * can't append: adding one reads and writes the list.
 */
final class ListTable<E> extends StateTable<List<E>> implements ListState<E> {

    private final TypeSerializer<E> serializer;
    private final boolean timed;
    private final DataOutputSerializer element = new DataOutputSerializer(64);

    ListTable(Database database, Place<?> place, TypeSerializer<E> serializer) {
        super(database, place);
        this.serializer = serializer;
        this.timed = serializer instanceof TimedSerializer;
    }

    /** A list of its own: what is added to it is not in the state. */
    @Override
    public Iterable<E> get() {
        List<E> list = read();
        return list == null ? List.of() : list;
    }

    @Override
    public void add(E value) {
        requireElement(value);
        append(List.of(value));
    }

    @Override
    public void addAll(List<E> values) {
        requireElements(values, "addAll");
        if (!values.isEmpty()) {
            append(values);
        }
    }

    private void append(List<E> values) {
        byte[] key = place.bytes();
        if (!timed) {
            database.append(column(), key, written(to -> elements(values, to)));
            return;
        }
        byte[] before = database.get(column(), key);
        database.put(
                column(),
                key,
                written(
                        row -> {
                            if (before == null) {
                                Envelope.beginRow(row);
                            } else {
                                row.write(before);
                            }
                            elements(values, row);
                        }));
    }

    private void elements(List<E> values, DataOutputSerializer to) throws IOException {
        for (E value : values) {
            if (timed) {
                column((Timed<?>) value, bytes -> serializer.serialize(value, bytes), to);
            } else {
                element.clear();
                serializer.serialize(value, element);
                Varint.write(element.length(), to);
                to.write(element.getSharedBuffer(), 0, element.length());
            }
        }
    }

    /** Replaces the list; an empty one clears the state. */
    @Override
    public void update(List<E> values) {
        requireElements(values, "update");
        if (values.isEmpty()) {
            remove();
        } else {
            write(values);
        }
    }

    @Override
    public void clear() {
        remove();
    }

    @Override
    List<E> read() {
        byte[] bytes = database.get(column(), place.bytes());
        if (bytes == null) {
            return null;
        }
        List<E> list = new ArrayList<>();
        if (timed) {
            columns(
                    bytes,
                    (row, offset, length) -> {
                        in.setBuffer(row, offset, length);
                        list.add(serializer.deserialize(in));
                    });
        } else {
            parsed(
                    bytes,
                    from -> {
                        while (from.available() > 0) {
                            Varint.read(from);
                            list.add(serializer.deserialize(from));
                        }
                        return null;
                    });
        }
        return list;
    }

    @Override
    void write(List<E> values) {
        byte[] key = place.bytes();
        database.put(
                column(),
                key,
                written(
                        to -> {
                            if (timed) {
                                Envelope.beginRow(to);
                            }
                            elements(values, to);
                        }));
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
    List<E> merge(List<E> into, List<E> from) {
        into.addAll(from);
        return into;
    }

    @Override
    Reading<List<E>> reading(StateFit fit, boolean withTimes) {
        TypeSerializer<E> reader = reader(fit, 0, withTimes);
        return from -> {
            int size = from.readInt();
            List<E> list = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                list.add(reader.deserialize(from));
            }
            return list;
        };
    }

    private void requireElements(List<E> values, String call) {
        Objects.requireNonNull(
                values,
                () -> call + "(null) on the " + place.label() + ": the list itself is null.");
        for (E value : values) {
            requireElement(value);
        }
    }

    private void requireElement(E value) {
        Objects.requireNonNull(
                value,
                () ->
                        "A null element cannot be added to the "
                                + place.label()
                                + ". The list is unchanged.");
    }
}
