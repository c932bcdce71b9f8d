// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.MapState;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.Timed;
import io.millrace.engine.state.TimedSerializer;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * One map per key, with an entry of the database for each of its entries: behind the place stands a
 * byte, 0 for a null key and 1 before any other, and the key. In what is kept under it, the length
 * of the place comes first, so that entries of one map are known to belong together where nobody
 * knows the types; then a byte, 0 for a null value and 1 before any other, and the value.
 *
 * <p>Iterators look at some entries at a time and hold nothing open meanwhile, so they may be left
 * anywhere. What is put while one goes on is seen if it lies before it.
 */
final class MapTable<UK, UV> extends StateTable<Map<UK, UV>> implements MapState<UK, UV> {

    private static final int NULL = 0;
    private static final int SOME = 1;

    /** How many entries an iterator takes at a time. */
    private static final int CHUNK = 128;

    private final TypeSerializer<UK> keySerializer;
    private final TypeSerializer<UV> valueSerializer;
    private final boolean timed;

    MapTable(
            Database database,
            Place<?> place,
            TypeSerializer<UK> keySerializer,
            TypeSerializer<UV> valueSerializer) {
        super(database, place);
        this.keySerializer = keySerializer;
        this.valueSerializer = valueSerializer;
        this.timed = valueSerializer instanceof TimedSerializer;
    }

    private byte[] entryKey(UK key) {
        byte[] prefix = place.bytes();
        return written(
                to -> {
                    to.write(prefix);
                    to.writeByte(key == null ? NULL : SOME);
                    if (key != null) {
                        keySerializer.serialize(key, to);
                    }
                });
    }

    private byte[] entryValue(int placeLength, UV value) {
        Writing writing =
                to -> {
                    Varint.write(placeLength, to);
                    to.writeByte(value == null ? NULL : SOME);
                    if (value != null) {
                        valueSerializer.serialize(value, to);
                    }
                };
        return timed
                ? written(
                        row -> {
                            Envelope.beginRow(row);
                            column((Timed<?>) value, writing, row);
                        })
                : written(writing);
    }

    private UV value(byte[] bytes) {
        Parsing<UV> parsing =
                from -> {
                    Varint.read(from);
                    return from.readByte() == NULL ? null : valueSerializer.deserialize(from);
                };
        if (!timed) {
            return parsed(bytes, parsing);
        }
        List<UV> found = new ArrayList<>(1);
        columns(
                bytes,
                (row, offset, length) -> {
                    in.setBuffer(row, offset, length);
                    found.add(parsing.from(in));
                });
        return found.get(0);
    }

    private UK userKey(byte[] entryKey, int placeLength) {
        return parsed(
                entryKey,
                from -> {
                    from.skipBytesToRead(placeLength);
                    return from.readByte() == NULL ? null : keySerializer.deserialize(from);
                });
    }

    @Override
    public UV get(UK key) {
        byte[] bytes = database.get(column(), entryKey(key));
        return bytes == null ? null : value(bytes);
    }

    @Override
    public void put(UK key, UV value) {
        byte[] entryKey = entryKey(key);
        database.put(column(), entryKey, entryValue(place.bytes().length, value));
    }

    @Override
    public void putAll(Map<UK, UV> entries) {
        entries.forEach(this::put);
    }

    @Override
    public void remove(UK key) {
        database.delete(column(), entryKey(key));
    }

    @Override
    public boolean contains(UK key) {
        return database.get(column(), entryKey(key)) != null;
    }

    @Override
    public Iterable<Map.Entry<UK, UV>> entries() {
        return view(Function.identity());
    }

    @Override
    public Iterable<UK> keys() {
        return view(Map.Entry::getKey);
    }

    @Override
    public Iterable<UV> values() {
        return view(Map.Entry::getValue);
    }

    @Override
    public Iterator<Map.Entry<UK, UV>> iterator() {
        return entries().iterator();
    }

    private <T> Iterable<T> view(Function<Map.Entry<UK, UV>, T> part) {
        byte[] prefix = place.bytes();
        return () -> new Chunks<>(prefix, part);
    }

    @Override
    public boolean isEmpty() {
        return !isPresent();
    }

    @Override
    public void clear() {
        remove();
    }

    @Override
    boolean isPresent() {
        byte[] prefix = place.bytes();
        try (Scan scan = database.scan(column()).seek(prefix)) {
            return scan.isValid() && KeyBytes.startsWith(scan.key(), prefix);
        }
    }

    @Override
    void remove() {
        byte[] prefix = place.bytes();
        try (Scan scan = database.scan(column()).seek(prefix)) {
            for (; scan.isValid(); scan.next()) {
                byte[] key = scan.key();
                if (!KeyBytes.startsWith(key, prefix)) {
                    return;
                }
                database.delete(column(), key);
            }
        }
    }

    @Override
    Map<UK, UV> read() {
        Map<UK, UV> map = new HashMap<>();
        for (Map.Entry<UK, UV> entry : entries()) {
            map.put(entry.getKey(), entry.getValue());
        }
        return map.isEmpty() ? null : map;
    }

    @Override
    void write(Map<UK, UV> map) {
        remove();
        putAll(map);
    }

    @Override
    Map<UK, UV> merge(Map<UK, UV> into, Map<UK, UV> from) {
        throw cannotMerge();
    }

    @Override
    Reading<Map<UK, UV>> reading(StateFit fit, boolean withTimes) {
        TypeSerializer<UK> keyReader = reader(fit, 0);
        TypeSerializer<UV> reader = reader(fit, 1, withTimes);
        return from -> {
            int size = from.readInt();
            Map<UK, UV> map = new HashMap<>();
            for (int i = 0; i < size; i++) {
                int nulls = from.readByte();
                UK key = (nulls & 1) != 0 ? null : keyReader.deserialize(from);
                UV value = (nulls & 2) != 0 ? null : reader.deserialize(from);
                map.put(key, value);
            }
            return map;
        };
    }

    /** An entry as the database has it. */
    private final class Entry extends AbstractMap.SimpleEntry<UK, UV> {
        private static final long serialVersionUID = 1L;

        private final transient byte[] entryKey;
        private final transient int placeLength;

        Entry(byte[] entryKey, int placeLength, byte[] bytes) {
            super(userKey(entryKey, placeLength), MapTable.this.value(bytes));
            this.entryKey = entryKey;
            this.placeLength = placeLength;
        }

        /** Changes the state. */
        @Override
        public UV setValue(UV value) {
            database.put(column(), entryKey, entryValue(placeLength, value));
            return super.setValue(value);
        }
    }

    /** Goes on over the entries that begin so, whatever key is current then. */
    private final class Chunks<T> implements Iterator<T> {
        private final byte[] prefix;
        private final Function<Map.Entry<UK, UV>, T> part;
        private final List<Entry> chunk = new ArrayList<>();
        private int next;
        private boolean ended;
        private Entry last;

        Chunks(byte[] prefix, Function<Map.Entry<UK, UV>, T> part) {
            this.prefix = prefix;
            this.part = part;
        }

        @Override
        public boolean hasNext() {
            if (next == chunk.size() && !ended) {
                fill();
            }
            return next < chunk.size();
        }

        private void fill() {
            byte[] from = chunk.isEmpty() ? prefix : chunk.get(chunk.size() - 1).entryKey;
            boolean skipsFirst = !chunk.isEmpty();
            chunk.clear();
            next = 0;
            try (Scan scan = database.scan(column()).seek(from)) {
                if (skipsFirst && scan.isValid() && java.util.Arrays.equals(scan.key(), from)) {
                    scan.next();
                }
                while (scan.isValid() && chunk.size() < CHUNK) {
                    byte[] key = scan.key();
                    if (!KeyBytes.startsWith(key, prefix)) {
                        ended = true;
                        return;
                    }
                    chunk.add(new Entry(key, prefix.length, scan.value()));
                    scan.next();
                }
                ended = chunk.size() < CHUNK;
            }
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException("The map has no further entry.");
            }
            last = chunk.get(next++);
            return part.apply(last);
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException("There is no entry to remove: call next() first.");
            }
            database.delete(column(), last.entryKey);
            last = null;
        }
    }
}
