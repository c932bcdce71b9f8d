// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the values of one type into what {@link Shown} tells. Used by one thread. */
abstract class ValueReader {

    /**
     * Reads one value.
     *
     * @throws UnreadableType nobody can say where it ends
     */
    abstract Object read(DataInputDeserializer in) throws IOException;

    /** Names of the parts that every value has; empty where it is one whole. */
    List<String> parts() {
        return List.of();
    }

    /** Whether {@link #read} is certain to fail; why. */
    String unreadable() {
        return null;
    }

    static int size(DataInputDeserializer in) throws IOException {
        int size = in.readInt();
        if (size < 0 || size > in.available()) {
            // Void has no bytes, but nobody keeps a collection of nothings.
            throw new IOException(
                    "a collection claims to have "
                            + size
                            + " elements in "
                            + in.available()
                            + " bytes");
        }
        return size;
    }

    /** By a serializer that is there. */
    static final class BySerializer extends ValueReader {
        private final TypeSerializer<?> serializer;

        BySerializer(TypeSerializer<?> serializer) {
            this.serializer = serializer;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            try {
                return Shown.of(serializer.deserialize(in));
            } catch (RuntimeException | LinkageError e) {
                throw new IOException("a value can't be read by its serializer: " + e, e);
            }
        }
    }

    /** Nobody can. */
    static final class Unreadable extends ValueReader {
        private final String why;

        Unreadable(String why) {
            this.why = why;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            throw new UnreadableType(why);
        }

        @Override
        String unreadable() {
            return why;
        }
    }

    /** A number of bytes, and as many that only their class understands. */
    static final class Measured extends ValueReader {
        private final ValueReader known;
        private final String why;

        /**
         * @param known reads them where the class is there; else null
         */
        Measured(ValueReader known, String why) {
            this.known = known;
            this.why = why;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            if (known != null) {
                return known.read(in);
            }
            byte[] bytes = new byte[size(in)];
            in.readFully(bytes);
            return Shown.Bytes.of(bytes, why);
        }
    }

    /** A number that stands for a name. */
    static final class Constants extends ValueReader {
        private final List<String> names;

        Constants(List<String> names) {
            this.names = names;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            int number = in.readInt();
            return number >= 0 && number < names.size() ? names.get(number) : "#" + number;
        }
    }

    /** As {@code ListSerializer} writes them. */
    static final class Elements extends ValueReader {
        private final ValueReader element;

        Elements(ValueReader element) {
            this.element = element;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            int size = size(in);
            boolean nulls = in.readBoolean();
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                list.add(!nulls || in.readBoolean() ? element.read(in) : null);
            }
            return list;
        }
    }

    /** As {@code GenericArraySerializer} writes them. */
    static final class ArrayElements extends ValueReader {
        private final ValueReader element;

        ArrayElements(ValueReader element) {
            this.element = element;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            int size = size(in);
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                list.add(in.readBoolean() ? element.read(in) : null);
            }
            return list;
        }
    }

    /** As {@code MapSerializer} writes them. */
    static final class Entries extends ValueReader {
        static final int NULL_KEY = 1;
        static final int NULL_VALUE = 2;

        private final ValueReader key;
        private final ValueReader value;

        Entries(ValueReader key, ValueReader value) {
            this.key = key;
            this.value = value;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            int size = size(in);
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < size; i++) {
                int nulls = in.readByte();
                Object k = (nulls & NULL_KEY) == 0 ? key.read(in) : null;
                map.put(k, (nulls & NULL_VALUE) == 0 ? value.read(in) : null);
            }
            return map;
        }
    }

    /** Fields one behind the other. */
    static final class TupleFields extends ValueReader {
        private final List<ValueReader> fields;

        TupleFields(List<ValueReader> fields) {
            this.fields = fields;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            Map<String, Object> values = new LinkedHashMap<>();
            for (int i = 0; i < fields.size(); i++) {
                values.put("f" + i, fields.get(i).read(in));
            }
            return new Shown.Fields("Tuple" + fields.size(), values);
        }

        @Override
        List<String> parts() {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < fields.size(); i++) {
                names.add("f" + i);
            }
            return names;
        }
    }

    /** One of two, behind a boolean. */
    static final class OneOfTwo extends ValueReader {
        private final ValueReader ifTrue;
        private final ValueReader ifFalse;

        OneOfTwo(ValueReader ifTrue, ValueReader ifFalse) {
            this.ifTrue = ifTrue;
            this.ifFalse = ifFalse;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            return in.readBoolean() ? ifTrue.read(in) : ifFalse.read(in);
        }
    }

    /** One of two inputs, behind a byte. */
    static final class Union extends ValueReader {
        private final ValueReader one;
        private final ValueReader two;

        Union(ValueReader one, ValueReader two) {
            this.one = one;
            this.two = two;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            return in.readByte() == 1 ? one.read(in) : two.read(in);
        }
    }

    /** Preceded by the time of the last access; nothing follows where the value is null. */
    static final class Timed extends ValueReader {
        private final ValueReader value;
        private long lastAccess;

        Timed(ValueReader value) {
            this.value = value;
        }

        @Override
        Object read(DataInputDeserializer in) throws IOException {
            lastAccess = in.readLong();
            return in.readBoolean() ? value.read(in) : null;
        }

        /** Of the value that was read last. */
        long lastAccess() {
            return lastAccess;
        }

        @Override
        List<String> parts() {
            return value.parts();
        }

        @Override
        String unreadable() {
            return value.unreadable();
        }
    }
}
