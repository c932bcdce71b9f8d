// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.TypeExtractor;
import java.io.Serializable;
import java.util.Map;

/**
 * What is known of a type: its class, its fields, and how to make a serializer for it.
 *
 * <p>Get one from {@link Types}, from {@link #of(Class)} for a type without parameters, or from
 * {@link #of(TypeHint)} for one with.
 *
 * @param <T> the values
 */
@Public
public abstract class TypeInformation<T> implements Serializable {

    private static final long serialVersionUID = -7742311969684489493L;

    /** For subclasses. */
    public TypeInformation() {}

    /** Whether it is a primitive, its box, a string, a date or a big number. */
    @PublicEvolving
    public abstract boolean isBasicType();

    /** Whether it is a tuple. */
    @PublicEvolving
    public abstract boolean isTupleType();

    /** The number of fields, nested ones not counted; 1 for a type without fields. */
    @PublicEvolving
    public abstract int getArity();

    /** The number of fields, those of nested types counted instead of the types. */
    @PublicEvolving
    public abstract int getTotalFields();

    /** The class of the values. */
    @PublicEvolving
    public abstract Class<T> getTypeClass();

    /** The types given for the type's own type parameters, by name; empty if there are none. */
    @PublicEvolving
    public Map<String, TypeInformation<?>> getGenericParameters() {
        return Map.of();
    }

    /** Whether values can be compared and hashed, by this type's own lights. */
    @PublicEvolving
    public abstract boolean isKeyType();

    /** Whether values can be sorted. */
    @PublicEvolving
    public boolean isSortKeyType() {
        return isKeyType();
    }

    /** A serializer for values of this type. */
    @PublicEvolving
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return createSerializer(
                config instanceof SerializerConfigImpl known
                        ? known.getExecutionConfig()
                        : new ExecutionConfig());
    }

    /**
     * A serializer for values of this type; the older form of {@link
     * #createSerializer(SerializerConfig)}.
     */
    @PublicEvolving
    public abstract TypeSerializer<T> createSerializer(ExecutionConfig config);

    @Override
    public abstract String toString();

    @Override
    public abstract boolean equals(Object obj);

    @Override
    public abstract int hashCode();

    /** Whether the other is of a class that can be equal to this. */
    public abstract boolean canEqual(Object obj);

    /**
     * The type of a class.
     *
     * @throws InvalidTypesException if the class has type parameters; then use a {@link TypeHint}
     */
    public static <T> TypeInformation<T> of(Class<T> typeClass) {
        return TypeExtractor.createTypeInfo(typeClass);
    }

    /**
     * The type a hint captures: {@code TypeInformation.of(new TypeHint<Tuple2<String, Long>>()
     * {})}.
     */
    public static <T> TypeInformation<T> of(TypeHint<T> typeHint) {
        return typeHint.getTypeInfo();
    }
}
