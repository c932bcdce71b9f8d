// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.typeinfo.BasicArrayTypeInfo;
import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.EnumTypeInfo;
import io.millrace.api.java.typeutils.GenericTypeInfo;
import io.millrace.api.java.typeutils.ListTypeInfo;
import io.millrace.api.java.typeutils.MapTypeInfo;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.api.java.typeutils.ObjectArrayTypeInfo;
import io.millrace.api.java.typeutils.PojoTypeInfo;
import io.millrace.api.java.typeutils.TupleTypeInfoBase;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;

/**
 * What can be a key. A key's hash code says where its state lies, so it must be the same in every
 * JVM: arrays, enums and classes that do not override {@code hashCode()} have one that depends on
 * where the object lies in memory. So has a record with such a component, unless it writes its own
 * {@code hashCode()}. Tuples, lists and maps are searched, other classes are trusted to know what
 * they do.
 */
public final class KeyTypes {

    /** Why objects of a class can't be keys; empty if they can. */
    private static final ClassValue<String> OBJECTION =
            new ClassValue<>() {
                @Override
                protected String computeValue(Class<?> type) {
                    String why = objection(type);
                    return why == null ? "" : why;
                }
            };

    private KeyTypes() {}

    /**
     * Makes sure that values of a type can be keys. A type that is not known passes: its values are
     * checked when they come.
     *
     * @throws InvalidProgramException naming the offending type, if not
     */
    public static void validate(TypeInformation<?> keyType) {
        Object type = keyType;
        if (type instanceof BasicTypeInfo // the usual one first: further ones load classes
                || type instanceof MissingTypeInfo
                || type instanceof RuntimeType) {
            return;
        }
        if (type instanceof TupleTypeInfoBase<?> tuple) {
            for (TypeInformation<?> field : tuple.getFieldTypes()) {
                validate(field);
            }
        } else if (type instanceof ListTypeInfo<?> list) {
            validate(list.getElementTypeInfo());
        } else if (type instanceof MapTypeInfo<?, ?> map) {
            validate(map.getKeyTypeInfo());
            validate(map.getValueTypeInfo());
        } else if (type instanceof PrimitiveArrayTypeInfo
                || type instanceof BasicArrayTypeInfo
                || type instanceof ObjectArrayTypeInfo
                || type instanceof EnumTypeInfo
                || type instanceof PojoTypeInfo) {
            validateClass(keyType.getTypeClass());
        } else if (type instanceof GenericTypeInfo && !isOpen(keyType.getTypeClass())) {
            validateClass(keyType.getTypeClass());
        }
    }

    /** Whether the objects will rather be of subclasses. */
    private static boolean isOpen(Class<?> type) {
        return type == Object.class
                || type.isInterface()
                // Java calls arrays abstract.
                || !type.isArray() && Modifier.isAbstract(type.getModifiers());
    }

    /**
     * Makes sure that objects of exactly this class can be keys. Cheap when asked again.
     *
     * @throws InvalidProgramException naming the class, if not
     */
    public static void validateClass(Class<?> type) {
        String objection = OBJECTION.get(type);
        if (!objection.isEmpty()) {
            throw new InvalidProgramException(
                    "The type "
                            + type.getTypeName()
                            + " cannot be a key: "
                            + objection
                            + " Equal keys would go to different places, or lose their state after a"
                            + " restart. Use a key whose hashCode() depends on nothing but its value, such"
                            + " as a string, a number, a record or a tuple of them.");
        }
    }

    /**
     * Makes sure that this object, and the fields of a tuple, can be keys; for keys whose type is
     * not known before. Cheap.
     *
     * @throws InvalidProgramException naming the class, if not
     */
    public static void validateKey(Object key) {
        if (key == null) {
            return;
        }
        validateClass(key.getClass());
        if (key instanceof Tuple tuple) {
            for (int i = 0; i < tuple.getArity(); i++) {
                validateKey(tuple.getField(i));
            }
        }
    }

    private static String objection(Class<?> type) {
        if (type.isArray()) {
            return "the hash code of an array depends on where it lies in memory.";
        } else if (Enum.class.isAssignableFrom(type)) {
            return "the hash code of an enum constant differs from one JVM to the next; use its name().";
        } else if (type.isPrimitive() || type.isInterface()) {
            return null;
        } else if (type.isRecord()) {
            return recordObjection(type);
        }
        try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class
                    ? "it does not override hashCode()."
                    : null;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type.getName() + " has no hashCode()", e);
        }
    }

    private static String recordObjection(Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            String why = partObjection(component.getGenericType());
            if (why != null) {
                ClassFile file = ClassFile.of(type);
                return file == null || !file.hasGeneratedHashCode()
                        ? null
                        : "its component '"
                                + component.getName()
                                + "' is a "
                                + component.getGenericType().getTypeName()
                                + ", and "
                                + why;
            }
        }
        return null;
    }

    /**
     * What speaks against a part of a key; the elements of Java's own collections are parts too.
     */
    private static String partObjection(Type type) {
        if (type instanceof GenericArrayType) {
            return objection(Object[].class);
        } else if (type instanceof WildcardType wildcard) {
            return partObjection(wildcard.getUpperBounds()[0]);
        } else if (type instanceof Class<?> part) {
            boolean open = isOpen(part) && !Enum.class.isAssignableFrom(part);
            return open ? null : objection(part);
        } else if (type instanceof ParameterizedType used) {
            String why = partObjection(used.getRawType());
            boolean javas = ((Class<?>) used.getRawType()).getName().startsWith("java.util.");
            for (Type argument : used.getActualTypeArguments()) {
                if (why == null && javas) {
                    why = partObjection(argument);
                }
            }
            return why;
        }
        return null;
    }
}
