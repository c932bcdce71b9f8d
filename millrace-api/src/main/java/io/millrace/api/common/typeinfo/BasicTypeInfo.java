// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.BigDecSerializer;
import io.millrace.api.common.typeutils.base.BigIntSerializer;
import io.millrace.api.common.typeutils.base.BooleanSerializer;
import io.millrace.api.common.typeutils.base.ByteSerializer;
import io.millrace.api.common.typeutils.base.CharSerializer;
import io.millrace.api.common.typeutils.base.DateSerializer;
import io.millrace.api.common.typeutils.base.DoubleSerializer;
import io.millrace.api.common.typeutils.base.FloatSerializer;
import io.millrace.api.common.typeutils.base.InstantSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.ShortSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.common.typeutils.base.VoidSerializer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.Map;
import java.util.Objects;

/** A primitive, its box, a string, a date, an instant or a big number. */
@Public
public class BasicTypeInfo<T> extends TypeInformation<T> implements AtomicType<T> {

    private static final long serialVersionUID = -430955220409131770L;

    /** The type of String. */
    public static final BasicTypeInfo<String> STRING_TYPE_INFO =
            new BasicTypeInfo<>(String.class, new Class<?>[0], StringSerializer.INSTANCE);

    /** The type of Boolean. */
    public static final BasicTypeInfo<Boolean> BOOLEAN_TYPE_INFO =
            new BasicTypeInfo<>(Boolean.class, new Class<?>[0], BooleanSerializer.INSTANCE);

    /** The type of Byte. */
    public static final BasicTypeInfo<Byte> BYTE_TYPE_INFO =
            new IntegerTypeInfo<>(
                    Byte.class,
                    new Class<?>[] {
                        Short.class,
                        Integer.class,
                        Long.class,
                        Float.class,
                        Double.class,
                        Character.class
                    },
                    ByteSerializer.INSTANCE);

    /** The type of Short. */
    public static final BasicTypeInfo<Short> SHORT_TYPE_INFO =
            new IntegerTypeInfo<>(
                    Short.class,
                    new Class<?>[] {
                        Integer.class, Long.class, Float.class, Double.class, Character.class
                    },
                    ShortSerializer.INSTANCE);

    /** The type of Integer. */
    public static final BasicTypeInfo<Integer> INT_TYPE_INFO =
            new IntegerTypeInfo<>(
                    Integer.class,
                    new Class<?>[] {Long.class, Float.class, Double.class, Character.class},
                    IntSerializer.INSTANCE);

    /** The type of Long. */
    public static final BasicTypeInfo<Long> LONG_TYPE_INFO =
            new IntegerTypeInfo<>(
                    Long.class,
                    new Class<?>[] {Float.class, Double.class, Character.class},
                    LongSerializer.INSTANCE);

    /** The type of Float. */
    public static final BasicTypeInfo<Float> FLOAT_TYPE_INFO =
            new FractionalTypeInfo<>(
                    Float.class, new Class<?>[] {Double.class}, FloatSerializer.INSTANCE);

    /** The type of Double. */
    public static final BasicTypeInfo<Double> DOUBLE_TYPE_INFO =
            new FractionalTypeInfo<>(Double.class, new Class<?>[0], DoubleSerializer.INSTANCE);

    /** The type of Character. */
    public static final BasicTypeInfo<Character> CHAR_TYPE_INFO =
            new BasicTypeInfo<>(Character.class, new Class<?>[0], CharSerializer.INSTANCE);

    /** The type of Date. */
    public static final BasicTypeInfo<Date> DATE_TYPE_INFO =
            new BasicTypeInfo<>(Date.class, new Class<?>[0], DateSerializer.INSTANCE);

    /** The type of Void. */
    public static final BasicTypeInfo<Void> VOID_TYPE_INFO =
            new BasicTypeInfo<>(Void.class, new Class<?>[0], VoidSerializer.INSTANCE);

    /** The type of BigInteger. */
    public static final BasicTypeInfo<BigInteger> BIG_INT_TYPE_INFO =
            new BasicTypeInfo<>(BigInteger.class, new Class<?>[0], BigIntSerializer.INSTANCE);

    /** The type of BigDecimal. */
    public static final BasicTypeInfo<BigDecimal> BIG_DEC_TYPE_INFO =
            new BasicTypeInfo<>(BigDecimal.class, new Class<?>[0], BigDecSerializer.INSTANCE);

    /** The type of Instant. */
    public static final BasicTypeInfo<Instant> INSTANT_TYPE_INFO =
            new BasicTypeInfo<>(Instant.class, new Class<?>[0], InstantSerializer.INSTANCE);

    private static final Map<Class<?>, BasicTypeInfo<?>> BY_CLASS =
            Map.ofEntries(
                    Map.entry(String.class, STRING_TYPE_INFO),
                    Map.entry(Boolean.class, BOOLEAN_TYPE_INFO),
                    Map.entry(Byte.class, BYTE_TYPE_INFO),
                    Map.entry(Short.class, SHORT_TYPE_INFO),
                    Map.entry(Integer.class, INT_TYPE_INFO),
                    Map.entry(Long.class, LONG_TYPE_INFO),
                    Map.entry(Float.class, FLOAT_TYPE_INFO),
                    Map.entry(Double.class, DOUBLE_TYPE_INFO),
                    Map.entry(Character.class, CHAR_TYPE_INFO),
                    Map.entry(Date.class, DATE_TYPE_INFO),
                    Map.entry(Void.class, VOID_TYPE_INFO),
                    Map.entry(BigInteger.class, BIG_INT_TYPE_INFO),
                    Map.entry(BigDecimal.class, BIG_DEC_TYPE_INFO),
                    Map.entry(Instant.class, INSTANT_TYPE_INFO),
                    Map.entry(boolean.class, BOOLEAN_TYPE_INFO),
                    Map.entry(byte.class, BYTE_TYPE_INFO),
                    Map.entry(short.class, SHORT_TYPE_INFO),
                    Map.entry(int.class, INT_TYPE_INFO),
                    Map.entry(long.class, LONG_TYPE_INFO),
                    Map.entry(float.class, FLOAT_TYPE_INFO),
                    Map.entry(double.class, DOUBLE_TYPE_INFO),
                    Map.entry(char.class, CHAR_TYPE_INFO),
                    Map.entry(void.class, VOID_TYPE_INFO));

    private final Class<T> clazz;
    private final Class<?>[] possibleCastTargets;
    private final TypeSerializer<T> serializer;

    BasicTypeInfo(Class<T> clazz, Class<?>[] possibleCastTargets, TypeSerializer<T> serializer) {
        this.clazz = clazz;
        this.possibleCastTargets = possibleCastTargets;
        this.serializer = serializer;
    }

    /**
     * Whether a value of this type can stand where the other is expected, without loss of range.
     */
    @PublicEvolving
    public boolean shouldAutocastTo(BasicTypeInfo<?> to) {
        return Arrays.asList(possibleCastTargets).contains(to.getTypeClass());
    }

    @Override
    @PublicEvolving
    public boolean isBasicType() {
        return true;
    }

    @Override
    @PublicEvolving
    public boolean isTupleType() {
        return false;
    }

    @Override
    @PublicEvolving
    public int getArity() {
        return 1;
    }

    @Override
    @PublicEvolving
    public int getTotalFields() {
        return 1;
    }

    @Override
    @PublicEvolving
    public Class<T> getTypeClass() {
        return clazz;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        return true;
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer;
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return serializer;
    }

    /**
     * The basic type of a class, also of a primitive one, or null if it is none.
     *
     * @throws NullPointerException if the class is null
     */
    @PublicEvolving
    @SuppressWarnings("unchecked") // the map holds each class with its own type
    public static <X> BasicTypeInfo<X> getInfoFor(Class<X> type) {
        return (BasicTypeInfo<X>) BY_CLASS.get(Objects.requireNonNull(type, "type"));
    }

    @Override
    public String toString() {
        return clazz.getSimpleName();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof BasicTypeInfo<?> other
                && other.canEqual(this)
                && clazz == other.clazz;
    }

    @Override
    public int hashCode() {
        return 31 * clazz.hashCode() + Arrays.hashCode(possibleCastTargets);
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof BasicTypeInfo;
    }
}
