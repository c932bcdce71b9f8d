// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.Currency;
import java.util.HashSet;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Who owns a record: an immutable one everybody, a mutable one exactly one; so a mutable one is
 * copied where it is handed to somebody whom the sender can't trust.
 *
 * <p>Immutable are boxes, strings, enums, the values of java.time, big numbers, UUIDs and a few
 * others of Java's own; records all of whose components are of immutable types; sealed types all of
 * whose permitted classes are; classes marked with {@link Immutable} (or another annotation of that
 * simple name which is kept at run time); and what was {@link #declareImmutable declared}. A tuple
 * is mutable whatever it holds.
 *
 * <p>The answer is kept with the class: asking costs a few nanoseconds. For all threads.
 */
public final class Ownership {

    private static final Set<Class<?>> KNOWN =
            Set.of(
                    Boolean.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class,
                    Character.class,
                    Void.class,
                    String.class,
                    Class.class,
                    BigInteger.class,
                    BigDecimal.class,
                    UUID.class,
                    URI.class,
                    Locale.class,
                    Currency.class,
                    Pattern.class,
                    OptionalInt.class,
                    OptionalLong.class,
                    OptionalDouble.class);

    private static final Set<Class<?>> DECLARED = ConcurrentHashMap.newKeySet();

    /** Replaced when something is declared, for earlier answers may have depended on it. */
    private static volatile ClassValue<Boolean> verdicts = new Verdicts();

    private static final ThreadLocal<RuntimeTypeSerializer<Object>> COPIER =
            ThreadLocal.withInitial(() -> new RuntimeTypeSerializer<>(new SerializerConfigImpl()));

    private static final class Verdicts extends ClassValue<Boolean> {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return judge(type, new HashSet<>());
        }
    }

    private Ownership() {}

    /** Whether no object of exactly this class ever changes. */
    public static boolean isImmutable(Class<?> type) {
        return verdicts.get(type);
    }

    /**
     * Whether no value of a stream of this type ever changes, so that its records need not be
     * looked at one by one. No, if the class can have subclasses that nobody vouches for, or if the
     * type is not known.
     */
    public static boolean isImmutable(TypeInformation<?> type) {
        if (type == null || type instanceof MissingTypeInfo || type instanceof RuntimeType) {
            return false;
        }
        return isImmutable(type.getTypeClass());
    }

    /**
     * From now on objects of this class and its subclasses are taken to be immutable, in this JVM.
     * Meant for classes that cannot be annotated.
     */
    public static void declareImmutable(Class<?> type) {
        if (DECLARED.add(type)) {
            verdicts = new Verdicts();
        }
    }

    /**
     * The value itself if it is immutable, else a value equal to it that shares nothing mutable
     * with it, made by the serializer for its class.
     */
    @SuppressWarnings("unchecked") // a copy is of the class of its original
    public static <T> T copy(T value) {
        return value == null || isImmutable(value.getClass())
                ? value
                : (T) COPIER.get().copy(value);
    }

    /**
     * @param open the classes being judged: one that comes round to itself does not speak against
     *     itself
     */
    private static boolean judge(Class<?> type, Set<Class<?>> open) {
        if (type.isPrimitive() || KNOWN.contains(type) || !open.add(type)) {
            return true;
        }
        if (type.isArray()) {
            return false;
        }
        if (Enum.class.isAssignableFrom(type)
                || type.getPackageName().equals("java.time")
                        && !type.getSimpleName().contains("Clock")) {
            return true;
        }
        if (isVouchedFor(type)) {
            return true;
        }
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                if (!judge(component.getType(), open)) {
                    return false;
                }
            }
            return true;
        }
        if (type.isSealed() && (type.isInterface() || Modifier.isAbstract(type.getModifiers()))) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                if (!judge(permitted, open)) {
                    return false;
                }
            }
            return true;
        }
        return false;
    }

    private static boolean isVouchedFor(Class<?> type) {
        for (Annotation annotation : type.getAnnotations()) {
            if (annotation.annotationType().getSimpleName().equals("Immutable")) {
                return true;
            }
        }
        for (Class<?> declared : DECLARED) {
            if (declared.isAssignableFrom(type)) {
                return true;
            }
        }
        return false;
    }
}
