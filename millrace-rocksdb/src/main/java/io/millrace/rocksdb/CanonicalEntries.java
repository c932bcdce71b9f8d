// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.Timed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What is in a column family, in the form of a canonical file, where nobody need know the types:
 * key, namespace, value. For this lists have the lengths of their elements with them and entries of
 * maps the length of their place; see the page on the format.
 *
 * <p>A map is put together in memory, as whoever reads it again has to.
 */
final class CanonicalEntries {

    private static final int TIMESTAMP = Long.BYTES;

    private final DataOutputSerializer entry = new DataOutputSerializer(256);
    private final DataInputDeserializer in = new DataInputDeserializer();
    private final TableSpec spec;
    private final UnaryOperator<Object> survivors;

    /** Is shown entries. */
    interface Sink {

        /**
         * @param entry reused for the next one
         */
        void entry(int keyGroup, DataOutputSerializer entry) throws IOException;
    }

    /** Where one value lies. */
    private record Piece(byte[] bytes, int offset, int length) {}

    /**
     * @param survivors what is to stay of what expires; null for all
     */
    private CanonicalEntries(TableSpec spec, UnaryOperator<Object> survivors) {
        this.spec = spec;
        this.survivors = survivors;
    }

    /** Shows what lies in these key groups. */
    static void forEach(
            Database database,
            Column column,
            KeyGroupRange keyGroups,
            UnaryOperator<Object> survivors,
            Sink sink)
            throws IOException {
        try (Scan scan = database.scan(column).seek(KeyBytes.group(keyGroups.first()))) {
            new CanonicalEntries(column.spec(), survivors).show(scan, keyGroups, sink);
        }
    }

    /** How many entries a canonical file would have. */
    static long count(Database database, Column column) {
        long count = 0;
        CanonicalEntries entries = new CanonicalEntries(column.spec(), null);
        byte[] place = null;
        try (Scan scan = database.scan(column).seek(new byte[0])) {
            for (; scan.isValid(); scan.next()) {
                if (entries.isMap()) {
                    byte[] key = scan.key();
                    if (place != null && KeyBytes.startsWith(key, place)) {
                        continue;
                    }
                    place = Arrays.copyOf(key, entries.placeLength(scan.value()));
                }
                count++;
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The entries of state '" + column.spec().name() + "' can't be counted: " + e,
                    e);
        }
        return count;
    }

    private boolean isMap() {
        return spec.form() == TableSpec.Form.LIVE && spec.is("map");
    }

    private void show(Scan scan, KeyGroupRange keyGroups, Sink sink) throws IOException {
        while (scan.isValid()) {
            byte[] key = scan.key();
            int group = KeyBytes.groupOf(key);
            if (group > keyGroups.last()) {
                return;
            }
            entry.clear();
            boolean any = true;
            if (isMap()) {
                any = map(scan);
            } else {
                any = one(key, scan.value());
                scan.next();
            }
            if (any) {
                sink.entry(group, entry);
            }
        }
    }

    private boolean one(byte[] key, byte[] value) throws IOException {
        if (spec.form() == TableSpec.Form.RAW) {
            entry.write(value);
            return true;
        }
        if (spec.is(StateName.TIMERS)) {
            int rest = KeyBytes.GROUP + TIMESTAMP;
            entry.write(key, rest, key.length - rest);
            in.setBuffer(key, KeyBytes.GROUP, TIMESTAMP);
            entry.writeLong(in.readLong() ^ Long.MIN_VALUE);
            return true;
        }
        entry.write(key, KeyBytes.GROUP, key.length - KeyBytes.GROUP);
        List<Piece> pieces = spec.is("list") && !spec.isTimed() ? elements(value) : pieces(value);
        if (spec.is("list")) {
            entry.writeInt(pieces.size());
        }
        for (Piece piece : pieces) {
            entry.write(piece.bytes, piece.offset, piece.length);
        }
        return !pieces.isEmpty();
    }

    private List<Piece> elements(byte[] value) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        in.setBuffer(value);
        while (in.available() > 0) {
            int length = Varint.read(in);
            pieces.add(new Piece(value, in.getPosition(), length));
            in.skipBytesToRead(length);
        }
        return pieces;
    }

    /** What is in a value, or in the columns of its envelope as far as it is to stay. */
    private List<Piece> pieces(byte[] value) throws IOException {
        if (!spec.isTimed()) {
            return List.of(new Piece(value, 0, value.length));
        }
        List<Piece> pieces = new ArrayList<>();
        Envelope.forEach(
                value,
                (row, offset, length) -> {
                    if (stays(row, offset, length)) {
                        pieces.add(new Piece(row, offset, length));
                    }
                });
        return pieces;
    }

    private boolean stays(byte[] row, int offset, int length) throws IOException {
        if (survivors == null) {
            return true;
        }
        in.setBuffer(row, offset, length);
        if (spec.is("map")) {
            Varint.read(in);
            if (in.readByte() == 0) {
                return true; // a null from before there were times
            }
        }
        Timed<?> timed = new Timed<>(null, in.readLong());
        Object kept =
                switch (spec.kind()) {
                    case "list" -> List.of(timed);
                    case "map" -> Map.of(0, timed);
                    default -> timed;
                };
        return survivors.apply(kept) != null;
    }

    private int placeLength(byte[] value) throws IOException {
        if (!spec.isTimed()) {
            in.setBuffer(value);
            return Varint.read(in);
        }
        int[] length = {0};
        Envelope.forEach(
                value,
                (row, offset, count) -> {
                    in.setBuffer(row, offset, count);
                    length[0] = Varint.read(in);
                });
        return length[0];
    }

    /** Puts together what lies at one place, and goes behind it. */
    private boolean map(Scan scan) throws IOException {
        byte[] first = scan.key();
        byte[] place = Arrays.copyOf(first, placeLength(scan.value()));
        DataOutputSerializer contents = new DataOutputSerializer(256);
        int count = 0;
        for (; scan.isValid(); scan.next()) {
            byte[] key = scan.key();
            if (!KeyBytes.startsWith(key, place)) {
                break;
            }
            for (Piece piece : pieces(scan.value())) {
                in.setBuffer(piece.bytes, piece.offset, piece.length);
                Varint.read(in);
                boolean nullValue = in.readByte() == 0;
                boolean nullKey = key[place.length] == 0;
                contents.writeByte((nullKey ? 1 : 0) | (nullValue ? 2 : 0));
                contents.write(key, place.length + 1, key.length - place.length - 1);
                contents.write(
                        piece.bytes,
                        in.getPosition(),
                        piece.offset + piece.length - in.getPosition());
                count++;
            }
        }
        entry.write(place, KeyBytes.GROUP, place.length - KeyBytes.GROUP);
        entry.writeInt(count);
        entry.write(contents.getSharedBuffer(), 0, contents.length());
        return count > 0;
    }
}
