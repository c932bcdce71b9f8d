// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/** Which classes a collection of values names in its {@code extends}. */
final class ValueClasses {

    private ValueClasses() {}

    /**
     * The argument at a position.
     *
     * @throws IllegalStateException when it is no class
     */
    @SuppressWarnings("unchecked") // what the subclass's own extends clause says
    static <X> Class<X> argument(Object instance, Class<?> generic, int position) {
        Class<?> type = instance.getClass();
        while (type.getSuperclass() != generic) {
            type = type.getSuperclass();
        }
        if (type.getGenericSuperclass() instanceof ParameterizedType parameterized) {
            Type argument = parameterized.getActualTypeArguments()[position];
            if (argument instanceof Class<?> named) {
                return (Class<X>) named;
            }
        }
        throw new IllegalStateException(
                instance.getClass().getName()
                        + " must name the classes of its values: class X extends "
                        + generic.getSimpleName()
                        + "<...>");
    }
}
