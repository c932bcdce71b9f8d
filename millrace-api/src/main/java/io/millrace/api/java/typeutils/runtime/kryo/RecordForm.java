// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;

/**
 * A record: its components in their order. Unlike with Kryo's own serializer, what is mutable in a
 * record is copied with it.
 */
final class RecordForm extends Serializer<Object> {

    private final Method[] accessors;
    private final Constructor<?> constructor;

    RecordForm(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        accessors = new Method[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            accessors[i] = components[i].getAccessor();
            accessors[i].setAccessible(true);
            types[i] = components[i].getType();
        }
        try {
            constructor = type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(
                    "the record " + type.getName() + " has no canonical constructor", e);
        }
        constructor.setAccessible(true);
    }

    @Override
    public void write(Kryo kryo, Output output, Object record) {
        for (Method accessor : accessors) {
            kryo.writeClassAndObject(output, component(record, accessor));
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        Object[] components = new Object[accessors.length];
        for (int i = 0; i < components.length; i++) {
            components[i] = kryo.readClassAndObject(input);
        }
        return newRecord(components);
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        Object[] components = new Object[accessors.length];
        boolean same = true;
        for (int i = 0; i < components.length; i++) {
            Object component = component(original, accessors[i]);
            components[i] = kryo.copy(component);
            same &= components[i] == component || accessors[i].getReturnType().isPrimitive();
        }
        return same ? original : newRecord(components);
    }

    private static Object component(Object record, Method accessor) {
        try {
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw failed(accessor.toString(), e);
        }
    }

    private Object newRecord(Object[] components) {
        try {
            return constructor.newInstance(components);
        } catch (ReflectiveOperationException e) {
            throw failed(constructor.toString(), e);
        }
    }

    private static IllegalStateException failed(String what, ReflectiveOperationException e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        return new IllegalStateException(what + " failed: " + cause, cause);
    }
}
