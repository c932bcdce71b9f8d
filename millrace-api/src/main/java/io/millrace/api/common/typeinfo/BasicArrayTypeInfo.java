// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.GenericArraySerializer;
import io.millrace.api.common.typeutils.base.array.StringArraySerializer;
import java.util.Map;

/** An array of strings or of boxed primitives. */
@Public
public final class BasicArrayTypeInfo<T, C> extends TypeInformation<T> {

    private static final long serialVersionUID = 1L;

    /** The type of String[]. */
    public static final BasicArrayTypeInfo<String[], String> STRING_ARRAY_TYPE_INFO =
            new BasicArrayTypeInfo<>(String[].class, BasicTypeInfo.STRING_TYPE_INFO);

    /** The type of Boolean[]. */
    public static final BasicArrayTypeInfo<Boolean[], Boolean> BOOLEAN_ARRAY_TYPE_INFO =
            new BasicArrayTypeInfo<>(Boolean[].class, BasicTypeInfo.BOOLEAN_TYPE_INFO);

    /** The type of Byte[]. */
    public static final BasicArrayTypeInfo<Byte[], Byte> BYTE_ARRAY_TYPE_INFO =
            new BasicArrayTypeInfo<>(Byte[].class, BasicTypeInfo.BYTE_TYPE_INFO);

    /** The type of Short[]. */
    public static final BasicArrayTypeInfo<Short[], Short> SHORT_ARRAY_TYPE_INFO =
            new BasicArrayTypeInfo<>(Short[].class, BasicTypeInfo.SHORT_TYPE_INFO);

    /** The type of Integer[]. */
    public static final BasicArrayTypeInfo<Integer[], Integer> INT_ARRAY_TYPE_INFO =
            new BasicArrayTypeInfo<>(Integer[].class, BasicTypeInfo.INT_TYPE_INFO);

    /** The type of Long[]. */
    public static final BasicArrayTypeInfo<Long[], Long> LONG_ARRAY_TYPE_INFO =
            new BasicArrayTypeInfo<>(Long[].class, BasicTypeInfo.LONG_TYPE_INFO);

    /** The type of Float[]. */
    public static final BasicArrayTypeInfo<Float[], Float> FLOAT_ARRAY_TYPE_INFO =
            new BasicArrayTypeInfo<>(Float[].class, BasicTypeInfo.FLOAT_TYPE_INFO);

    /** The type of Double[]. */
    public static final BasicArrayTypeInfo<Double[], Double> DOUBLE_ARRAY_TYPE_INFO =
            new BasicArrayTypeInfo<>(Double[].class, BasicTypeInfo.DOUBLE_TYPE_INFO);

    /** The type of Character[]. */
    public static final BasicArrayTypeInfo<Character[], Character> CHAR_ARRAY_TYPE_INFO =
            new BasicArrayTypeInfo<>(Character[].class, BasicTypeInfo.CHAR_TYPE_INFO);

    private static final Map<Class<?>, BasicArrayTypeInfo<?, ?>> BY_CLASS =
            Map.of(
                    String[].class, STRING_ARRAY_TYPE_INFO,
                    Boolean[].class, BOOLEAN_ARRAY_TYPE_INFO,
                    Byte[].class, BYTE_ARRAY_TYPE_INFO,
                    Short[].class, SHORT_ARRAY_TYPE_INFO,
                    Integer[].class, INT_ARRAY_TYPE_INFO,
                    Long[].class, LONG_ARRAY_TYPE_INFO,
                    Float[].class, FLOAT_ARRAY_TYPE_INFO,
                    Double[].class, DOUBLE_ARRAY_TYPE_INFO,
                    Character[].class, CHAR_ARRAY_TYPE_INFO);

    private final Class<T> arrayClass;
    private final TypeInformation<C> componentInfo;

    private BasicArrayTypeInfo(Class<T> arrayClass, BasicTypeInfo<C> componentInfo) {
        this.arrayClass = arrayClass;
        this.componentInfo = componentInfo;
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
        return false;
    }

    @Override
    @PublicEvolving
    @SuppressWarnings("unchecked") // T is an array of C
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        if (arrayClass == String[].class) {
            return (TypeSerializer<T>) StringArraySerializer.INSTANCE;
        }
        return (TypeSerializer<T>)
                new GenericArraySerializer<>(
                        componentInfo.getTypeClass(), componentInfo.createSerializer(config));
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    /** The class of the elements. */
    @PublicEvolving
    public Class<C> getComponentTypeClass() {
        return componentInfo.getTypeClass();
    }

    /** The type of the elements. */
    @PublicEvolving
    public TypeInformation<C> getComponentInfo() {
        return componentInfo;
    }

    /**
     * The type of an array class, or null if it is none of these.
     *
     * @throws InvalidTypesException if the class is no array
     */
    @PublicEvolving
    @SuppressWarnings("unchecked") // the map holds each class with its own type
    public static <X, C> BasicArrayTypeInfo<X, C> getInfoFor(Class<X> type) {
        if (!type.isArray()) {
            throw new InvalidTypesException(type.getName() + " is not an array.");
        }
        return (BasicArrayTypeInfo<X, C>) BY_CLASS.get(type);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "<" + componentInfo + ">";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof BasicArrayTypeInfo<?, ?> other
                && other.canEqual(this)
                && arrayClass == other.arrayClass;
    }

    @Override
    public int hashCode() {
        return 31 * arrayClass.hashCode() + componentInfo.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof BasicArrayTypeInfo;
    }
}
