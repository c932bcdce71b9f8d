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
import io.millrace.core.memory.DataInputView;
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

    /**
     * Whether that is so of two types, given by their texts as {@link TypeDescription} has them.
     */
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
        return isLossless(number(old), number(now)) ? new Reader<>(old, number(now)) : null;
    }

    /** Reads a narrower number. */
    private static final class Reader<T> extends OnlyReads<T> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<?> old;
        private final String wanted;

        Reader(TypeSerializer<?> old, String wanted) {
            this.old = old;
            this.wanted = wanted;
        }

        @Override
        @SuppressWarnings("unchecked") // the value is made to be of that class
        public T deserialize(DataInputView source) throws IOException {
            Number value = (Number) old.deserialize(source);
            return (T)
                    switch (wanted) {
                        case "Short" -> (Object) value.shortValue();
                        case "Integer" -> value.intValue();
                        case "Long" -> value.longValue();
                        case "Float" -> value.floatValue();
                        default -> value.doubleValue();
                    };
        }
    }
}
