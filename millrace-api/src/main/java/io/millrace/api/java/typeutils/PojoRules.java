// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which classes are POJOs; the rules stand at {@link PojoTypeInfo}. */
final class PojoRules {

    private static final List<String> FOREIGN =
            List.of("java.", "javax.", "jdk.", "sun.", "scala.");

    private PojoRules() {}

    /** The fields of a POJO or record, or null if the class is neither. */
    static List<Field> fields(Class<?> type) {
        if (type.isRecord()) {
            return recordFields(type);
        }
        if (type.isInterface()
                || type.isAnnotation()
                || type.isPrimitive()
                || Modifier.isAbstract(type.getModifiers())
                || !Modifier.isPublic(type.getModifiers())
                || type.isMemberClass() && !Modifier.isStatic(type.getModifiers())
                || !hasPublicConstructor(type)
                || isForeign(type.getName())) {
            return null;
        }
        List<Field> fields = TypeExtractor.getAllDeclaredFields(type, true);
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            if (!names.add(field.getName()) || !reachable(field, type)) {
                return null;
            }
        }
        return fields.isEmpty() ? null : fields;
    }

    private static List<Field> recordFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            fields.add(TypeExtractor.getDeclaredField(type, component.getName()));
        }
        return fields;
    }

    private static boolean isForeign(String className) {
        for (String beginning : FOREIGN) {
            if (className.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasPublicConstructor(Class<?> type) {
        for (Constructor<?> constructor : type.getConstructors()) {
            if (constructor.getParameterCount() == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean reachable(Field field, Class<?> type) {
        if (Modifier.isFinal(field.getModifiers())) {
            return false;
        }
        return Modifier.isPublic(field.getModifiers())
                || hasGetter(field, type) && hasSetter(field, type);
    }

    private static boolean hasGetter(Field field, Class<?> type) {
        String name = plain(field.getName());
        for (Method method : type.getMethods()) {
            String called = plain(method.getName());
            if (method.getParameterCount() == 0
                    && boxed(method.getReturnType()) == boxed(field.getType())
                    && (called.equals("get" + name)
                            || called.equals("is" + name)
                            || called.equals(name))) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasSetter(Field field, Class<?> type) {
        String name = plain(field.getName());
        // "isValid" has the setter "setValid"
        String shorter = name.startsWith("is") ? name.substring(2) : name;
        for (Method method : type.getMethods()) {
            String called = plain(method.getName());
            if (method.getParameterCount() == 1
                    && boxed(method.getParameterTypes()[0]) == boxed(field.getType())
                    && (called.equals("set" + name) || called.equals("set" + shorter))) {
                return true;
            }
        }
        return false;
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "");
    }

    private static Class<?> boxed(Class<?> type) {
        return java.lang.invoke.MethodType.methodType(type).wrap().returnType();
    }
}
