// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import org.objenesis.instantiator.ObjectInstantiator;
import org.objenesis.strategy.InstantiatorStrategy;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * Makes new objects by their constructor without arguments, whatever its visibility and that of its
 * class, or without any constructor where there is none. Kryo's own strategy makes classes at run
 * time which cannot reach a public constructor of a class that is not public.
 */
final class Constructors implements InstantiatorStrategy {

    private final StdInstantiatorStrategy withoutConstructor = new StdInstantiatorStrategy();

    /** The constructor without arguments; null if there is none that can be called. */
    static <T> Constructor<T> of(Class<T> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return null;
        }
        try {
            Constructor<T> constructor = type.getDeclaredConstructor();
            return constructor.trySetAccessible() ? constructor : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    @Override
    public <T> ObjectInstantiator<T> newInstantiatorOf(Class<T> type) {
        Constructor<T> constructor = of(type);
        return constructor == null
                ? withoutConstructor.newInstantiatorOf(type)
                : () -> newObject(constructor);
    }

    private static <T> T newObject(Constructor<T> constructor) {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(
                    "the constructor without arguments of "
                            + constructor.getDeclaringClass().getName()
                            + " failed: "
                            + e.getCause(),
                    e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "the constructor without arguments of "
                            + constructor.getDeclaringClass().getName()
                            + " could not be called",
                    e);
        }
    }
}
