// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.api.java.tuple.Tuple;
import io.millrace.types.Row;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of state in a form that can be shown and compared without the program's classes: null,
 * booleans, numbers, characters, texts, dates, lists, maps, {@link Fields} for what has named parts
 * and {@link Bytes} for what nobody can read.
 */
public final class Shown {

    /** More levels than this are an object that refers to itself. */
    private static final int DEEPEST = 64;

    private Shown() {}

    /**
     * An object with named parts: a POJO, a record, a tuple.
     *
     * @param type its class, as the checkpoint tells it; a tuple's simple name
     * @param values by name, in the order in which they were written
     */
    public record Fields(String type, Map<String, Object> values) {

        /** Whether it is told by its places instead of names. */
        public boolean isTuple() {
            return type.startsWith("Tuple");
        }
    }

    /**
     * What could not be read.
     *
     * @param hex the bytes
     * @param why which class or jar is lacking
     */
    public record Bytes(String hex, String why) {

        static Bytes of(byte[] bytes, String why) {
            return new Bytes(HexFormat.of().formatHex(bytes), why);
        }

        // By the bytes alone: that nobody can read them is no difference.
        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes that && hex.equals(that.hex);
        }

        @Override
        public int hashCode() {
            return hex.hashCode();
        }
    }

    /** The value for a person: {@code 3}, {@code (a, 3)}, {@code {id: 3, name: a}}. */
    public static String text(Object value) {
        StringBuilder text = new StringBuilder();
        text(value, text);
        return text.toString();
    }

    private static void text(Object value, StringBuilder text) {
        if (value instanceof Fields fields) {
            text.append(fields.isTuple() ? '(' : '{');
            String separator = "";
            for (Map.Entry<String, Object> field : fields.values.entrySet()) {
                text.append(separator);
                if (!fields.isTuple()) {
                    text.append(field.getKey()).append(": ");
                }
                text(field.getValue(), text);
                separator = ", ";
            }
            text.append(fields.isTuple() ? ')' : '}');
        } else if (value instanceof Map<?, ?> map) {
            text.append('{');
            String separator = "";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                text.append(separator);
                text(entry.getKey(), text);
                text.append("=");
                text(entry.getValue(), text);
                separator = ", ";
            }
            text.append('}');
        } else if (value instanceof List<?> list) {
            text.append('[');
            String separator = "";
            for (Object element : list) {
                text.append(separator);
                text(element, text);
                separator = ", ";
            }
            text.append(']');
        } else if (value instanceof Bytes bytes) {
            text.append("0x").append(bytes.hex);
        } else {
            text.append(value);
        }
    }

    /** The same of an object of some class, the program's own included. */
    static Object of(Object value) {
        return of(value, 0);
    }

    private static Object of(Object value, int depth) {
        if (value == null
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof String
                || value instanceof Fields
                || value instanceof Bytes
                || depth == DEEPEST) {
            return value instanceof Number number && !isPlain(number) || depth == DEEPEST
                    ? String.valueOf(value)
                    : value;
        }
        Class<?> type = value.getClass();
        if (type.isArray()) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(of(Array.get(value, i), depth + 1));
            }
            return elements;
        } else if (value instanceof Collection<?> collection) {
            List<Object> elements = new ArrayList<>();
            for (Object element : collection) {
                elements.add(of(element, depth + 1));
            }
            return elements;
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, each) -> entries.put(of(key, depth + 1), of(each, depth + 1)));
            return entries;
        } else if (value instanceof Tuple tuple) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (int i = 0; i < tuple.getArity(); i++) {
                fields.put("f" + i, of(tuple.getField(i), depth + 1));
            }
            return new Fields("Tuple" + tuple.getArity(), fields);
        } else if (value instanceof Row
                || value instanceof Enum<?>
                || value instanceof CharSequence) {
            return value.toString();
        } else if (AvroRecord.is(type)) {
            Map<String, Object> fields = new LinkedHashMap<>();
            AvroRecord.fields(value).forEach((name, each) -> fields.put(name, of(each, depth + 1)));
            return new Fields(type.getName(), fields);
        }
        return isOfLibraries(type) ? value.toString() : byFields(value, type, depth);
    }

    private static boolean isPlain(Number number) {
        return number.getClass().getName().startsWith("java.");
    }

    private static boolean isOfLibraries(Class<?> type) {
        return type.getName().startsWith("java.")
                || type.getName().startsWith("javax.")
                || type.getName().startsWith("io.millrace.types.")
                || type.getName().startsWith("org.apache.avro.")
                || type.getName().startsWith("io.millrace.streaming.");
    }

    private static Object byFields(Object value, Class<?> type, int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        try {
            if (type.isRecord()) {
                for (RecordComponent component : type.getRecordComponents()) {
                    Method accessor = component.getAccessor();
                    accessor.setAccessible(true);
                    fields.put(component.getName(), of(accessor.invoke(value), depth + 1));
                }
                return new Fields(type.getName(), fields);
            }
            for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    int modifiers = field.getModifiers();
                    if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)) {
                        field.setAccessible(true);
                        fields.putIfAbsent(field.getName(), of(field.get(value), depth + 1));
                    }
                }
            }
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            return value.toString();
        }
        return new Fields(type.getName(), fields);
    }

    /** Equal as shown: the order of a map's entries does not matter. */
    static boolean same(Object a, Object b) {
        return a == null ? b == null : a.equals(b);
    }

    static Bytes rest(byte[] entry, int from, int to, String why) {
        return Bytes.of(Arrays.copyOfRange(entry, from, to), why);
    }
}
