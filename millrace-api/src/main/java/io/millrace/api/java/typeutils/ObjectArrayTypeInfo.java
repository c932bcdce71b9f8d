// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.GenericArraySerializer;
import java.util.Objects;

/** An array of objects and the type of its elements. */
@Public
public class ObjectArrayTypeInfo<T, C> extends TypeInformation<T> {

    private static final long serialVersionUID = 1L;

    private final Class<T> arrayType;
    private final TypeInformation<C> componentInfo;

    private ObjectArrayTypeInfo(Class<T> arrayType, TypeInformation<C> componentInfo) {
        this.arrayType = Objects.requireNonNull(arrayType, "arrayType");
        this.componentInfo = Objects.requireNonNull(componentInfo, "componentInfo");
    }

    /** The type of the elements. */
    @PublicEvolving
    public TypeInformation<C> getComponentInfo() {
        return componentInfo;
    }

    /**
     * The type of an array class with those elements.
     *
     * @throws IllegalArgumentException if the class is no array
     */
    @PublicEvolving
    public static <T, C> ObjectArrayTypeInfo<T, C> getInfoFor(
            Class<T> arrayClass, TypeInformation<C> componentInfo) {
        if (!arrayClass.isArray()) {
            throw new IllegalArgumentException(arrayClass.getName() + " is not an array");
        }
        return new ObjectArrayTypeInfo<>(arrayClass, componentInfo);
    }

    /** The type of the arrays of those elements. */
    @PublicEvolving
    @SuppressWarnings("unchecked") // T is the array of C
    public static <T, C> ObjectArrayTypeInfo<T, C> getInfoFor(TypeInformation<C> componentInfo) {
        return new ObjectArrayTypeInfo<>(
                (Class<T>) componentInfo.getTypeClass().arrayType(), componentInfo);
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
        return arrayType;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        return false;
    }

    @Override
    @PublicEvolving
    @SuppressWarnings("unchecked") // T is the array of C
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return (TypeSerializer<T>)
                new GenericArraySerializer<>(
                        componentInfo.getTypeClass(), componentInfo.createSerializer(config));
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "<" + componentInfo + ">";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof ObjectArrayTypeInfo<?, ?> other
                && other.canEqual(this)
                && arrayType == other.arrayType
                && componentInfo.equals(other.componentInfo);
    }

    @Override
    public int hashCode() {
        return 31 * componentInfo.hashCode() + arrayType.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof ObjectArrayTypeInfo;
    }
}
