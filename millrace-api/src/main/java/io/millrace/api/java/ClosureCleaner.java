// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java;

import io.millrace.annotation.Internal;
import io.millrace.api.common.ExecutionConfig.ClosureCleanerLevel;
import io.millrace.api.common.InvalidProgramException;
import io.millrace.spi.types.ClassFile;
import io.millrace.util.InstantiationUtil;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Makes functions serializable that need not have been otherwise.
 *
 * <p>An anonymous or inner class holds the object around it in a hidden field, {@code this$0},
 * whether it uses it or not, and that object is often a test or a main class that cannot be
 * serialized. Whether it is used stands in the class file: if no code of the class, or of classes
 * nested in it, reads the field, it is set to null. What a lambda captured, and what the fields of
 * a function hold, is cleaned in the same way.
 */
@Internal
public class ClosureCleaner {

    /** All methods are static. */
    public ClosureCleaner() {}

    /**
     * Cleans a function.
     *
     * @param func the function; null does nothing
     * @param level whether at all, and how deep
     * @param checkSerializable whether to make sure that it can be serialized then
     * @throws InvalidProgramException if it can't
     */
    public static void clean(Object func, ClosureCleanerLevel level, boolean checkSerializable) {
        if (func == null) {
            return;
        }
        if (level != ClosureCleanerLevel.NONE) {
            clean(
                    func,
                    level == ClosureCleanerLevel.RECURSIVE,
                    Collections.newSetFromMap(new IdentityHashMap<>()));
        }
        if (checkSerializable) {
            ensureSerializable(func);
        }
    }

    private static void clean(Object object, boolean deep, Set<Object> visited) {
        if (object == null || isForeign(object.getClass()) || !visited.add(object)) {
            return;
        }
        Object[] captured = CapturedValues.of(object);
        if (captured != null) {
            for (Object value : captured) {
                clean(value, deep, visited);
            }
            return;
        }
        if (object instanceof Externalizable
                || object instanceof Enum
                || object.getClass().isRecord()) {
            return;
        }
        for (Class<?> type = object.getClass();
                type != null && !isForeign(type) && !writesItself(type);
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
                    continue;
                }
                if (field.isSynthetic() && field.getName().startsWith("this$")) {
                    if (!isUsed(type, field)) {
                        set(field, object);
                    }
                } else if (deep && !Modifier.isTransient(field.getModifiers())) {
                    clean(get(field, object), true, visited);
                }
            }
        }
    }

    /**
     * Java's own classes have no surroundings of the user's, and do not let themselves be looked
     * into.
     */
    private static boolean isForeign(Class<?> type) {
        String name = type.getName();
        return type.isArray()
                || name.startsWith("java.")
                || name.startsWith("javax.")
                || name.startsWith("jdk.")
                || name.startsWith("sun.");
    }

    private static boolean writesItself(Class<?> type) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals("writeObject")
                    && method.getParameterCount() == 1
                    && method.getParameterTypes()[0] == ObjectOutputStream.class) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUsed(Class<?> type, Field outer) {
        String name = type.getName();
        for (Class<?> member : type.getNestMembers()) {
            if (member == type || member.getName().startsWith(name + "$")) {
                ClassFile file = ClassFile.of(member);
                if (file == null || file.readsField(name, outer.getName())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Object get(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            // Closed to us, so to serialization it will tell itself: there is nothing to clean.
            return null;
        }
    }

    private static void set(Field field, Object object) {
        try {
            field.setAccessible(true);
            field.set(object, null);
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            throw new InvalidProgramException(
                    "The reference of "
                            + object.getClass().getName()
                            + " to the object around it can't be removed. Make the class static, switch the"
                            + " cleaning off (pipeline.closure-cleaner-level: NONE), or, if it is in a named"
                            + " module, open its package to io.millrace.api.",
                    e);
        }
    }

    /**
     * Makes sure that an object can be serialized.
     *
     * @throws InvalidProgramException if not, naming the field that cannot be, by its path
     */
    public static void ensureSerializable(Object obj) {
        try {
            InstantiationUtil.serializeObject(obj);
        } catch (IOException | RuntimeException e) {
            String culprit = culprit(obj, "", Collections.newSetFromMap(new IdentityHashMap<>()));
            throw new InvalidProgramException(
                    "The object "
                            + obj
                            + " of class "
                            + obj.getClass().getName()
                            + ", given at "
                            + Utils.getCallLocationName()
                            + ", can't be serialized: "
                            + (culprit != null ? culprit : String.valueOf(e))
                            + ". Each subtask gets a copy of its own, made by serialization. Make that class"
                            + " Serializable, or the field transient and fill it in open(), or don't use"
                            + " it in the function.",
                    e);
        }
    }

    /** What in the object cannot be serialized; null if that cannot be found. */
    private static String culprit(Object object, String path, Set<Object> visited) {
        if (object == null || object instanceof Enum || !visited.add(object)) {
            return null;
        }
        Class<?> type = object.getClass();
        if (!(object instanceof Serializable)) {
            return (path.isEmpty() ? "it" : path)
                    + " is a "
                    + type.getName()
                    + ", which is not Serializable";
        }
        Object[] captured = CapturedValues.of(object);
        if (captured != null) {
            for (int i = 0; i < captured.length; i++) {
                String found = culprit(captured[i], join(path, "captured value " + i), visited);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        if (object instanceof Object[] array) {
            for (int i = 0; i < array.length; i++) {
                String found = culprit(array[i], path + "[" + i + "]", visited);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        if (object instanceof Iterable<?> elements && isForeign(type)) {
            for (Object element : elements) {
                String found = culprit(element, join(path, "an element"), visited);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        if (object instanceof java.util.Map<?, ?> map && isForeign(type)) {
            String found = culprit(map.keySet().toArray(), join(path, "the keys"), visited);
            return found != null
                    ? found
                    : culprit(map.values().toArray(), join(path, "the values"), visited);
        }
        for (Class<?> at = type;
                at != null && !isForeign(at) && Serializable.class.isAssignableFrom(at);
                at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())
                        || Modifier.isTransient(field.getModifiers())
                        || field.getType().isPrimitive()) {
                    continue;
                }
                String found =
                        culprit(
                                get(field, object),
                                path.isEmpty()
                                        ? "the field " + at.getName() + "." + field.getName()
                                        : path + "." + field.getName(),
                                visited);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static String join(String path, String more) {
        return path.isEmpty() ? more : path + ", " + more;
    }
}
