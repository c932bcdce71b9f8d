// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.api.common.typeutils.TypeSerializer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;

/**
 * The handles to build, take apart and copy the objects of one class, POJO or record.
 *
 * <p>Copying is one method handle over all fields: the JVM compiles it into straight-line code, so
 * that a small object is copied in the time of its allocation and its stores. A loop over reflected
 * fields would take ten times as long.
 */
final class PojoShape {

    private final Class<?> type;
    private final FieldAccess[] fields;
    private final MethodHandle create;
    private final MethodHandle copy;
    private final int[] componentOf;
    private final Object[] defaults;

    /**
     * @param fields null where a field is in the bytes but not in the class
     * @param nullable whether the bytes of a field can say that it is null
     */
    PojoShape(Class<?> type, Field[] fields, TypeSerializer<?>[] serializers, boolean[] nullable) {
        this.type = type;
        this.fields = new FieldAccess[fields.length];
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            if (type.isRecord()) {
                RecordComponent[] components = type.getRecordComponents();
                this.componentOf = new int[fields.length];
                this.defaults = new Object[components.length];
                MethodHandle constructor = constructor(lookup, components);
                MethodHandle copier = constructor;
                for (int c = 0; c < components.length; c++) {
                    defaults[c] = defaultOf(components[c].getType());
                    int field = indexOf(fields, components[c].getName());
                    components[c].getAccessor().setAccessible(true);
                    MethodHandle getter = lookup.unreflect(components[c].getAccessor());
                    if (field >= 0) {
                        componentOf[field] = c;
                        this.fields[field] = FieldAccess.of(serializers[field], getter, null);
                    }
                    copier =
                            MethodHandles.filterArguments(
                                    copier,
                                    c,
                                    field >= 0 ? copied(getter, serializers[field]) : getter);
                }
                this.create =
                        constructor
                                .asSpreader(Object[].class, components.length)
                                .asType(MethodType.methodType(Object.class, Object[].class));
                this.copy =
                        MethodHandles.permuteArguments(
                                        components.length == 0
                                                ? MethodHandles.dropArguments(copier, 0, type)
                                                : copier,
                                        MethodType.methodType(type, type),
                                        new int[Math.max(1, components.length)])
                                .asType(MethodType.methodType(Object.class, Object.class));
            } else {
                this.componentOf = null;
                this.defaults = null;
                Constructor<?> declared = type.getDeclaredConstructor();
                declared.setAccessible(true);
                MethodHandle constructor = lookup.unreflectConstructor(declared);
                // (new, from) -> new, and before that one setter after the other
                MethodHandle copier =
                        MethodHandles.dropArguments(MethodHandles.identity(type), 1, type);
                for (int i = fields.length - 1; i >= 0; i--) {
                    if (fields[i] == null) {
                        continue;
                    }
                    fields[i].setAccessible(true);
                    MethodHandle getter = lookup.unreflectGetter(fields[i]);
                    MethodHandle setter = lookup.unreflectSetter(fields[i]);
                    this.fields[i] = FieldAccess.of(serializers[i], getter, setter);
                    Class<?> fieldType = fields[i].getType();
                    MethodHandle set =
                            setter.asType(MethodType.methodType(void.class, type, fieldType));
                    MethodHandle get = getter.asType(MethodType.methodType(fieldType, type));
                    copier =
                            MethodHandles.foldArguments(
                                    copier,
                                    MethodHandles.filterArguments(
                                            set, 1, copied(get, serializers[i])));
                }
                this.create = constructor.asType(MethodType.methodType(Object.class));
                this.copy =
                        MethodHandles.collectArguments(copier, 0, constructor)
                                .asType(MethodType.methodType(Object.class, Object.class));
            }
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            throw new IllegalStateException(
                    "The fields of "
                            + type.getName()
                            + " can't be reached. If its package is in a named module, that module must"
                            + " say: opens "
                            + type.getPackageName()
                            + " to io.millrace.api;",
                    e);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(
                    type.getName()
                            + " has no constructor without arguments any more, which a POJO needs.",
                    e);
        }
        for (int i = 0; i < fields.length; i++) {
            if (this.fields[i] == null) {
                this.fields[i] = FieldAccess.gone(serializers[i], nullable[i]);
                if (componentOf != null) {
                    componentOf[i] = -1;
                }
            } else if (this.fields[i].nullable() != nullable[i]) {
                this.fields[i] =
                        FieldAccess.wasOtherwise(
                                this.fields[i],
                                nullable[i],
                                "field '" + fields[i].getName() + "' of " + type.getName());
            }
        }
    }

    private MethodHandle constructor(MethodHandles.Lookup lookup, RecordComponent[] components)
            throws NoSuchMethodException, IllegalAccessException {
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
        }
        Constructor<?> declared = type.getDeclaredConstructor(types);
        declared.setAccessible(true);
        return lookup.unreflectConstructor(declared);
    }

    private static int indexOf(Field[] fields, String name) {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] != null && fields[i].getName().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** A getter that yields a copy, unless the value is immutable anyway. */
    private static MethodHandle copied(MethodHandle getter, TypeSerializer<?> serializer)
            throws NoSuchMethodException, IllegalAccessException {
        Class<?> type = getter.type().returnType();
        if (type.isPrimitive() || serializer.isImmutableType()) {
            return getter;
        }
        MethodHandle copy =
                MethodHandles.lookup()
                        .findStatic(
                                PojoShape.class,
                                "copyOf",
                                MethodType.methodType(
                                        Object.class, TypeSerializer.class, Object.class))
                        .bindTo(serializer)
                        .asType(MethodType.methodType(type, type));
        return MethodHandles.filterReturnValue(getter, copy);
    }

    @SuppressWarnings("UnusedMethod") // found by its name, for a method handle
    private static Object copyOf(TypeSerializer<Object> serializer, Object value) {
        return value == null ? null : serializer.copy(value);
    }

    private static Object defaultOf(Class<?> type) {
        return type.isPrimitive()
                ? java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0)
                : null;
    }

    FieldAccess[] fields() {
        return fields;
    }

    /** Whether objects are built from all values at once. */
    boolean isRecord() {
        return componentOf != null;
    }

    /** The record component a field is, or -1 if it is gone. */
    int componentOf(int field) {
        return componentOf[field];
    }

    /** Default values for all components, in an array of the caller's own. */
    Object[] defaults() {
        return defaults.clone();
    }

    Object newPojo() {
        try {
            return (Object) create.invokeExact();
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    Object newRecord(Object[] components) {
        try {
            return (Object) create.invokeExact(components);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    Object copy(Object from) {
        try {
            return (Object) copy.invokeExact(from);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private RuntimeException failed(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(
                "The constructor of "
                        + type.getName()
                        + " failed while a value was copied or read.",
                e);
    }
}
