// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.array.BooleanPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.CharPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.DoublePrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.FloatPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.IntPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import io.millrace.api.common.typeutils.base.array.ShortPrimitiveArraySerializer;
import java.util.Map;

/** An array of primitives. */
@Public
public class PrimitiveArrayTypeInfo<T> extends TypeInformation<T> implements AtomicType<T> {

    private static final long serialVersionUID = 1L;

    /** The type of boolean[]. */
    public static final PrimitiveArrayTypeInfo<boolean[]> BOOLEAN_PRIMITIVE_ARRAY_TYPE_INFO =
            new PrimitiveArrayTypeInfo<>(boolean[].class, BooleanPrimitiveArraySerializer.INSTANCE);

    /** The type of byte[]. */
    public static final PrimitiveArrayTypeInfo<byte[]> BYTE_PRIMITIVE_ARRAY_TYPE_INFO =
            new PrimitiveArrayTypeInfo<>(byte[].class, BytePrimitiveArraySerializer.INSTANCE);

    /** The type of short[]. */
    public static final PrimitiveArrayTypeInfo<short[]> SHORT_PRIMITIVE_ARRAY_TYPE_INFO =
            new PrimitiveArrayTypeInfo<>(short[].class, ShortPrimitiveArraySerializer.INSTANCE);

    /** The type of int[]. */
    public static final PrimitiveArrayTypeInfo<int[]> INT_PRIMITIVE_ARRAY_TYPE_INFO =
            new PrimitiveArrayTypeInfo<>(int[].class, IntPrimitiveArraySerializer.INSTANCE);

    /** The type of long[]. */
    public static final PrimitiveArrayTypeInfo<long[]> LONG_PRIMITIVE_ARRAY_TYPE_INFO =
            new PrimitiveArrayTypeInfo<>(long[].class, LongPrimitiveArraySerializer.INSTANCE);

    /** The type of float[]. */
    public static final PrimitiveArrayTypeInfo<float[]> FLOAT_PRIMITIVE_ARRAY_TYPE_INFO =
            new PrimitiveArrayTypeInfo<>(float[].class, FloatPrimitiveArraySerializer.INSTANCE);

    /** The type of double[]. */
    public static final PrimitiveArrayTypeInfo<double[]> DOUBLE_PRIMITIVE_ARRAY_TYPE_INFO =
            new PrimitiveArrayTypeInfo<>(double[].class, DoublePrimitiveArraySerializer.INSTANCE);

    /** The type of char[]. */
    public static final PrimitiveArrayTypeInfo<char[]> CHAR_PRIMITIVE_ARRAY_TYPE_INFO =
            new PrimitiveArrayTypeInfo<>(char[].class, CharPrimitiveArraySerializer.INSTANCE);

    private static final Map<Class<?>, PrimitiveArrayTypeInfo<?>> BY_CLASS =
            Map.of(
                    boolean[].class, BOOLEAN_PRIMITIVE_ARRAY_TYPE_INFO,
                    byte[].class, BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
                    short[].class, SHORT_PRIMITIVE_ARRAY_TYPE_INFO,
                    int[].class, INT_PRIMITIVE_ARRAY_TYPE_INFO,
                    long[].class, LONG_PRIMITIVE_ARRAY_TYPE_INFO,
                    float[].class, FLOAT_PRIMITIVE_ARRAY_TYPE_INFO,
                    double[].class, DOUBLE_PRIMITIVE_ARRAY_TYPE_INFO,
                    char[].class, CHAR_PRIMITIVE_ARRAY_TYPE_INFO);

    private final Class<T> arrayClass;
    private final TypeSerializer<T> serializer;

    private PrimitiveArrayTypeInfo(Class<T> arrayClass, TypeSerializer<T> serializer) {
        this.arrayClass = arrayClass;
        this.serializer = serializer;
    }

    @Override
    @PublicEvolving
    public boolean isBasicType() {
        return false;
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
        return arrayClass;
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

    /** The class of the elements. */
    @PublicEvolving
    public Class<?> getComponentClass() {
        return arrayClass.getComponentType();
    }

    /** The type of the elements. */
    @PublicEvolving
    public TypeInformation<?> getComponentType() {
        return BasicTypeInfo.getInfoFor(getComponentClass());
    }

    /**
     * The type of an array class, or null if it is not an array of primitives.
     *
     * @throws InvalidTypesException if the class is no array
     */
    @PublicEvolving
    @SuppressWarnings("unchecked") // the map holds each class with its own type
    public static <X> PrimitiveArrayTypeInfo<X> getInfoFor(Class<X> type) {
        if (!type.isArray()) {
            throw new InvalidTypesException(type.getName() + " is not an array.");
        }
        return (PrimitiveArrayTypeInfo<X>) BY_CLASS.get(type);
    }

    @Override
    public String toString() {
        return arrayClass.getComponentType().getName() + "[]";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof PrimitiveArrayTypeInfo<?> other
                && other.canEqual(this)
                && arrayClass == other.arrayClass;
    }

    @Override
    public int hashCode() {
        return 31 * arrayClass.hashCode() + serializer.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof PrimitiveArrayTypeInfo;
    }
}
