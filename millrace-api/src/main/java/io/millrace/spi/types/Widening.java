// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.ByteSerializer;
import io.millrace.api.common.typeutils.base.DoubleSerializer;
import io.millrace.api.common.typeutils.base.FloatSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.ShortSerializer;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * Which numbers may become which, when a class changes between two runs: those that can hold every
 * value of the old ones exactly. So an int may become a long or a double, but not a float.
 */
public final class Widening {

    private static final Map<String, Set<String>> WIDER =
            Map.of(
                    "Byte", Set.of("Short", "Integer", "Long", "Float", "Double"),
                    "Short", Set.of("Integer", "Long", "Float", "Double"),
                    "Integer", Set.of("Long", "Double"),
                    "Float", Set.of("Double"));

    private Widening() {}

    /** Whether that is so of two types, given by their texts as {@link TypeDescription} has them. */
    public static boolean isLossless(String old, String now) {
        return WIDER.getOrDefault(old, Set.of()).contains(now);
    }

    private static String number(TypeSerializer<?> serializer) {
        if (serializer instanceof ByteSerializer) {
            return "Byte";
        } else if (serializer instanceof ShortSerializer) {
            return "Short";
        } else if (serializer instanceof IntSerializer) {
            return "Integer";
        } else if (serializer instanceof LongSerializer) {
            return "Long";
        } else if (serializer instanceof FloatSerializer) {
            return "Float";
        } else if (serializer instanceof DoubleSerializer) {
            return "Double";
        }
        return "";
    }

    /**
     * A serializer that reads what the old one wrote as values of the new one. It only reads.
     *
     * @return null if that would lose something, or they are no numbers
     */
    public static <T> TypeSerializer<T> reader(TypeSerializer<?> old, TypeSerializer<T> now) {
        return isLossless(number(old), number(now)) ? new Reader<>(old, now) : null;
    }

    /** Reads a narrower number. */
    private static final class Reader<T> extends TypeSerializerSingleton<T> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<?> old;
        private final TypeSerializer<T> now;

        Reader(TypeSerializer<?> old, TypeSerializer<T> now) {
            this.old = old;
            this.now = now;
        }

        @Override
        @SuppressWarnings("unchecked") // the value is made to be of that class
        public T deserialize(DataInputView source) throws IOException {
            Number value = (Number) old.deserialize(source);
            return (T)
                    switch (number(now)) {
                        case "Short" -> (Object) value.shortValue();
                        case "Integer" -> value.intValue();
                        case "Long" -> value.longValue();
                        case "Float" -> value.floatValue();
                        default -> value.doubleValue();
                    };
        }

        @Override
        public T deserialize(T reuse, DataInputView source) throws IOException {
            return deserialize(source);
        }

        @Override
        public boolean isImmutableType() {
            return true;
        }

        @Override
        public T createInstance() {
            return now.createInstance();
        }

        @Override
        public T copy(T from) {
            return from;
        }

        @Override
        public T copy(T from, T reuse) {
            return from;
        }

        @Override
        public int getLength() {
            return old.getLength();
        }

        @Override
        public void serialize(T value, DataOutputView target) {
            throw onlyReads();
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) {
            throw onlyReads();
        }

        @Override
        public TypeSerializerSnapshot<T> snapshotConfiguration() {
            throw onlyReads();
        }

        private static UnsupportedOperationException onlyReads() {
            return new UnsupportedOperationException(
                    "This reads what an earlier form of a class wrote; this is a fault of Millrace");
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Reader<?> other && old.equals(other.old) && now.equals(other.now);
        }

        @Override
        public int hashCode() {
            return 31 * old.hashCode() + now.hashCode();
        }
    }
}
