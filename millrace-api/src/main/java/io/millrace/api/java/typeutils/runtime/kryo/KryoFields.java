// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import static java.util.stream.Collectors.joining;

import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the fields of classes were when Kryo wrote them. Kryo's bytes have no names: when a field
 * comes or goes, the others are read from wrong places, and what comes out is an error at best. So
 * the fields are remembered, and a class whose fields have changed is refused.
 *
 * <p>Looked at are the class itself, the registered ones, and the classes that their fields are
 * declared to be of. A class that only shows up as the value of a field of another type, such as
 * {@code Object} or an interface, is not known beforehand.
 */
final class KryoFields {

    private static final String ENUM = "enum ";

    private KryoFields() {}

    /** The classes by name, and of each its fields as {@code name: type}, or its constants. */
    static Map<String, String> of(Class<?> type, KryoSetup setup) {
        Map<String, String> found = new LinkedHashMap<>();
        Deque<Class<?>> left = new ArrayDeque<>();
        left.add(type);
        left.addAll(setup.numbered());
        StateKryo kryo = null;
        while (!left.isEmpty()) {
            Class<?> each = left.poll();
            while (each.isArray()) {
                each = each.getComponentType();
            }
            if (each.isPrimitive() || isJavas(each) || found.containsKey(each.getName())) {
                continue;
            }
            if (kryo == null) {
                kryo = setup.create(type);
            }
            String form = form(kryo, each, left);
            if (form != null) {
                found.put(each.getName(), form);
            }
        }
        return found;
    }

    private static boolean isJavas(Class<?> type) {
        return type.getName().startsWith("java.") || type.isSynthetic() || type.isHidden();
    }

    /** Null where it is not known which fields are written. */
    private static String form(StateKryo kryo, Class<?> type, Deque<Class<?>> left) {
        if (type.isInterface()) {
            return null;
        }
        Serializer<?> serializer;
        try {
            serializer = kryo.getRegistration(type).getSerializer();
        } catch (RuntimeException | LinkageError e) {
            return null; // it can't be written either, and whoever tries is told why
        }
        if (serializer instanceof DefaultSerializers.EnumSerializer && type.isEnum()) {
            return ENUM
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> ((Enum<?>) constant).name())
                            .collect(joining(", "));
        } else if (serializer instanceof RecordForm) {
            Map<String, String> fields = new LinkedHashMap<>();
            for (RecordComponent component : type.getRecordComponents()) {
                fields.put(component.getName(), component.getType().getTypeName());
                follow(component.getGenericType(), left);
            }
            return text(fields);
        } else if (serializer.getClass() == FieldSerializer.class) {
            Map<String, String> fields = new TreeMap<>();
            for (Class<?> at = type; at != null && !isJavas(at); at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    int modifiers = field.getModifiers();
                    if (!Modifier.isStatic(modifiers)
                            && !Modifier.isTransient(modifiers)
                            && !field.isSynthetic()) {
                        fields.put(field.getName(), field.getType().getTypeName());
                        follow(field.getGenericType(), left);
                    }
                }
            }
            return text(fields);
        }
        return null;
    }

    private static void follow(Type type, Deque<Class<?>> left) {
        if (type instanceof Class<?> plain) {
            left.add(plain);
        } else if (type instanceof GenericArrayType array) {
            follow(array.getGenericComponentType(), left);
        } else if (type instanceof ParameterizedType parameterized) {
            follow(parameterized.getRawType(), left);
            for (Type argument : parameterized.getActualTypeArguments()) {
                follow(argument, left);
            }
        }
    }

    private static String text(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + ": " + field.getValue())
                .collect(joining(", "));
    }

    /** Whether what was written of the old classes can be read into those of today. */
    static boolean canRead(Map<String, String> now, Map<String, String> old) {
        for (Map.Entry<String, String> before : old.entrySet()) {
            String today = now.get(before.getKey());
            if (today != null
                    && !today.equals(before.getValue())
                    && !isEnumWithMore(today, before.getValue())) {
                return false;
            }
        }
        return true;
    }

    /** Kryo writes a constant as its number: new ones may only come behind. */
    private static boolean isEnumWithMore(String now, String old) {
        return old.startsWith(ENUM) && now.startsWith(old + ", ");
    }

    /**
     * The type as a text in which nested classes of the program stand with their fields, where they
     * occur first.
     */
    static String text(String name, Map<String, String> forms) {
        return expand(name, new LinkedHashMap<>(forms));
    }

    private static String expand(String name, Map<String, String> left) {
        String form = left.remove(name);
        if (form == null) {
            return name;
        } else if (form.startsWith(ENUM)) {
            return "Enum " + name + "{" + form.substring(ENUM.length()) + "}";
        }
        List<String> fields = form.isEmpty() ? List.of() : Arrays.asList(form.split(", ", -1));
        return "Kryo "
                + name
                + fields.stream()
                        .map(
                                field -> {
                                    int colon = field.indexOf(": ");
                                    return field.substring(0, colon + 2)
                                            + expand(field.substring(colon + 2), left);
                                })
                        .collect(joining(", ", "{", "}"));
    }
}
