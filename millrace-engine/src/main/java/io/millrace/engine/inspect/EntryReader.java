// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TimedSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes the entries of one state apart: key, namespace, and the values under them with what tells
 * them from each other. What can't be read is shown as bytes, as far as it goes: a key that can't
 * be read hides where the value begins, so that the whole entry is one. Used by one thread.
 */
final class EntryReader {

    /** Takes what an entry consists of. */
    interface Taker {
        /** Whether more is wanted. */
        boolean take(Item item) throws IOException;
    }

    /**
     * One value of an entry.
     *
     * @param key of the entry; null for operator state
     * @param namespace of the entry; null where there is none
     * @param at the key in the map, the index in the list; null for what has but one value
     * @param value null is a value
     * @param lastAccess null where the state has no time to live
     * @param keyEnd where in the entry key and namespace end
     * @param atFrom where the key in the map begins
     * @param atTo where it ends
     * @param valueFrom where the value begins
     * @param valueTo where it ends
     */
    record Item(
            Object key,
            Object namespace,
            Object at,
            Object value,
            Long lastAccess,
            int keyEnd,
            int atFrom,
            int atTo,
            int valueFrom,
            int valueTo) {}

    private final StateHead head;
    private final ValueReader keys;
    private final ValueReader namespaces;
    private final ValueReader mapKeys;
    private final ValueReader values;

    EntryReader(StateHead head, ClassReaders classes) {
        this.head = head;
        this.keys = head.isKeyed() ? reader(head.keyType(), head.keyShape(), 0, classes) : null;
        this.namespaces =
                head.namespaces().any()
                        ? reader(head.namespaces().text(), head.namespaces().shape(), 0, classes)
                        : null;
        String type = TimedSerializer.withoutMark(head.type());
        boolean timed = head.type().endsWith(TimedSerializer.WITH_TIMES);
        switch (head.kind()) {
            case "map", "broadcast" -> {
                List<String> arguments = TypeTexts.arguments(type);
                this.mapKeys = reader(argument(arguments, 0), head.shape(), 0, classes);
                this.values =
                        timed(reader(argument(arguments, 1), head.shape(), 1, classes), timed);
            }
            case "list" -> {
                this.mapKeys = null;
                this.values =
                        timed(
                                reader(
                                        argument(TypeTexts.arguments(type), 0),
                                        head.shape(),
                                        0,
                                        classes),
                                timed);
            }
            default -> {
                this.mapKeys = null;
                this.values = timed(reader(type, head.shape(), 0, classes), timed);
            }
        }
    }

    private static String argument(List<String> arguments, int place) {
        return place < arguments.size() ? arguments.get(place) : "";
    }

    static ValueReader reader(String type, StateShape shape, int place, ClassReaders classes) {
        return shape.isKnown()
                ? new ShapeReaders(classes).of(shape, place)
                : new TypeTexts(classes).of(type);
    }

    private static ValueReader timed(ValueReader reader, boolean timed) {
        return timed ? new ValueReader.Timed(reader) : reader;
    }

    StateHead head() {
        return head;
    }

    boolean isMap() {
        return mapKeys != null;
    }

    boolean isList() {
        return head.kind().equals("list");
    }

    boolean isTimed() {
        return values instanceof ValueReader.Timed;
    }

    /** Names of the parts each value has; empty where it is one whole. */
    List<String> parts() {
        return switch (head.kind()) {
            case StateName.TIMERS, "raw-operator", "raw-keyed" -> List.of();
            default -> values.parts();
        };
    }

    /** Why some of it can't be read; null if all can. */
    String unreadable() {
        if (keys != null && keys.unreadable() != null) {
            return keys.unreadable();
        }
        if (namespaces != null && namespaces.unreadable() != null) {
            return namespaces.unreadable();
        }
        if (mapKeys != null && mapKeys.unreadable() != null) {
            return mapKeys.unreadable();
        }
        return switch (head.kind()) {
            case StateName.TIMERS, "raw-operator", "raw-keyed" -> null;
            default -> values.unreadable();
        };
    }

    /** Whether it can be said of a key how it reads. */
    boolean readsKeys() {
        return keys != null && keys.unreadable() == null;
    }

    /** The key alone. */
    Object key(byte[] entry) throws IOException {
        return keys.read(new DataInputDeserializer(entry));
    }

    /**
     * Shows all values of an entry.
     *
     * @param whole whether a list is one value
     * @return whether more is wanted
     */
    boolean read(byte[] entry, boolean whole, Taker taker) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(entry);
        Object key = null;
        Object namespace = null;
        int keyEnd = 0;
        try {
            if (keys != null) {
                key = keys.read(in);
            }
            if (namespaces != null) {
                namespace = namespaces.read(in);
            }
            keyEnd = in.getPosition();
        } catch (UnreadableType e) {
            Object all = Shown.rest(entry, 0, entry.length, e.getMessage());
            return taker.take(
                    new Item(
                            all,
                            null,
                            null,
                            null,
                            null,
                            entry.length,
                            0,
                            0,
                            entry.length,
                            entry.length));
        }
        switch (head.kind()) {
            case StateName.TIMERS:
                return taker.take(item(key, namespace, null, in.readLong(), keyEnd, in, keyEnd));
            case "raw-keyed":
                int group = in.readInt();
                return taker.take(
                        new Item(
                                group,
                                null,
                                null,
                                Shown.rest(entry, in.getPosition(), entry.length, RAW),
                                null,
                                Integer.BYTES,
                                0,
                                0,
                                Integer.BYTES,
                                entry.length));
            case "raw-operator":
                return taker.take(
                        new Item(
                                null,
                                null,
                                null,
                                Shown.rest(entry, 0, entry.length, RAW),
                                null,
                                0,
                                0,
                                0,
                                0,
                                entry.length));
            case "list":
                return whole
                        ? taker.take(wholeList(entry, key, namespace, keyEnd))
                        : list(entry, in, key, namespace, keyEnd, taker);
            case "map":
                return map(entry, in, ValueReader.size(in), key, namespace, keyEnd, taker);
            case "broadcast":
                return map(entry, in, 1, key, namespace, keyEnd, taker);
            default:
                return single(entry, in, key, namespace, keyEnd, taker);
        }
    }

    private static final String RAW = "only the operator that wrote it knows what it means";

    private Item item(
            Object key,
            Object namespace,
            Object at,
            Object value,
            int keyEnd,
            DataInputDeserializer in,
            int valueFrom) {
        return new Item(
                key,
                namespace,
                at,
                value,
                values instanceof ValueReader.Timed timed ? timed.lastAccess() : null,
                keyEnd,
                keyEnd,
                keyEnd,
                valueFrom,
                in.getPosition());
    }

    private boolean single(
            byte[] entry,
            DataInputDeserializer in,
            Object key,
            Object namespace,
            int keyEnd,
            Taker taker)
            throws IOException {
        Object value;
        try {
            value = values.read(in);
        } catch (UnreadableType e) {
            return taker.take(rest(entry, key, namespace, null, keyEnd, keyEnd, keyEnd, e));
        }
        return taker.take(item(key, namespace, null, value, keyEnd, in, keyEnd));
    }

    private static Item rest(
            byte[] entry,
            Object key,
            Object namespace,
            Object at,
            int keyEnd,
            int atTo,
            int from,
            UnreadableType why) {
        return new Item(
                key,
                namespace,
                at,
                Shown.rest(entry, from, entry.length, why.getMessage()),
                null,
                keyEnd,
                keyEnd,
                atTo,
                from,
                entry.length);
    }

    private boolean list(
            byte[] entry,
            DataInputDeserializer in,
            Object key,
            Object namespace,
            int keyEnd,
            Taker taker)
            throws IOException {
        int size = ValueReader.size(in);
        for (int i = 0; i < size; i++) {
            int from = in.getPosition();
            Object value;
            try {
                value = values.read(in);
            } catch (UnreadableType e) {
                // Where one ends nobody knows, so the rest of them is one.
                return taker.take(rest(entry, key, namespace, i, keyEnd, keyEnd, from, e));
            }
            if (!taker.take(item(key, namespace, i, value, keyEnd, in, from))) {
                return false;
            }
        }
        return true;
    }

    private Item wholeList(byte[] entry, Object key, Object namespace, int keyEnd)
            throws IOException {
        return new Item(
                key,
                namespace,
                null,
                value(Arrays.copyOfRange(entry, keyEnd, entry.length)),
                null,
                keyEnd,
                keyEnd,
                keyEnd,
                keyEnd,
                entry.length);
    }

    private boolean map(
            byte[] entry,
            DataInputDeserializer in,
            int size,
            Object key,
            Object namespace,
            int keyEnd,
            Taker taker)
            throws IOException {
        for (int i = 0; i < size; i++) {
            int atFrom = in.getPosition();
            int nulls = in.readByte();
            Object at;
            try {
                at = (nulls & ValueReader.Entries.NULL_KEY) != 0 ? null : mapKeys.read(in);
            } catch (UnreadableType e) {
                return taker.take(rest(entry, key, namespace, null, keyEnd, keyEnd, atFrom, e));
            }
            int from = in.getPosition();
            Object value = null;
            if ((nulls & ValueReader.Entries.NULL_VALUE) == 0) {
                try {
                    value = values.read(in);
                } catch (UnreadableType e) {
                    return taker.take(rest(entry, key, namespace, at, keyEnd, from, from, e));
                }
            }
            Item item =
                    new Item(
                            key,
                            namespace,
                            at,
                            value,
                            values instanceof ValueReader.Timed timed && from < in.getPosition()
                                    ? timed.lastAccess()
                                    : null,
                            keyEnd,
                            atFrom,
                            from,
                            from,
                            in.getPosition());
            if (!taker.take(item)) {
                return false;
            }
        }
        return true;
    }

    // ---- for who compares: items as bytes ----

    /** Whether an entry is all there is to know, and there may be several that are alike. */
    boolean isCounted() {
        return head.kind().equals(StateName.TIMERS) || !head.isKeyed() && mapKeys == null;
    }

    /**
     * Key, namespace, and the place in the map or, of what is only counted, the value, for what
     * {@link #identity} made.
     */
    List<Object> identified(byte[] identity) throws IOException {
        if (isCounted()) {
            List<Object> parts = new ArrayList<>();
            read(
                    identity,
                    true,
                    item -> {
                        parts.add(item.key());
                        parts.add(item.namespace());
                        parts.add(item.value());
                        return false;
                    });
            return parts;
        }
        return identifiedByKey(identity);
    }

    private List<Object> identifiedByKey(byte[] identity) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(identity);
        List<Object> parts = new ArrayList<>();
        try {
            parts.add(keys == null ? null : keys.read(in));
            parts.add(namespaces == null ? null : namespaces.read(in));
            if (mapKeys == null || in.available() == 0) {
                parts.add(null);
            } else {
                int nulls = in.readByte();
                parts.add((nulls & ValueReader.Entries.NULL_KEY) != 0 ? null : mapKeys.read(in));
            }
        } catch (UnreadableType e) {
            parts.clear();
            parts.add(Shown.rest(identity, 0, identity.length, e.getMessage()));
            parts.add(null);
            parts.add(null);
        }
        return parts;
    }

    /** Which value of the state an item is; the same in two checkpoints for what is the same. */
    byte[] identity(byte[] entry, Item item) {
        if (isCounted()) {
            return entry;
        }
        byte[] identity = new byte[item.keyEnd + item.atTo - item.atFrom];
        System.arraycopy(entry, 0, identity, 0, item.keyEnd);
        System.arraycopy(entry, item.atFrom, identity, item.keyEnd, item.atTo - item.atFrom);
        if (mapKeys != null && item.atTo > item.atFrom) {
            // Whether the value is null belongs to the value.
            identity[item.keyEnd] &= ValueReader.Entries.NULL_KEY;
        }
        return identity;
    }

    /** The value that lies in these bytes; no bytes are null, where a map has it. */
    Object value(byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        try {
            if (isList()) {
                List<Object> list = new ArrayList<>();
                for (int left = ValueReader.size(in); left > 0; left--) {
                    list.add(values.read(in));
                }
                return list;
            }
            return mapKeys != null && bytes.length == 0 ? null : values.read(in);
        } catch (UnreadableType e) {
            return Shown.rest(bytes, 0, bytes.length, e.getMessage());
        }
    }
}
