// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.ListSerializer;
import java.util.List;
import java.util.Objects;

/** A list and the type of its elements. */
@Public
public final class ListTypeInfo<T> extends TypeInformation<List<T>> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<T> elementTypeInfo;

    /** A list of that class. */
    public ListTypeInfo(Class<T> elementTypeClass) {
        this(TypeInformation.of(elementTypeClass));
    }

    /** A list of that type. */
    public ListTypeInfo(TypeInformation<T> elementTypeInfo) {
        this.elementTypeInfo = Objects.requireNonNull(elementTypeInfo, "elementTypeInfo");
    }

    /** The type of the elements. */
    public TypeInformation<T> getElementTypeInfo() {
        return elementTypeInfo;
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
        return 0;
    }

    @Override
    @PublicEvolving
    public int getTotalFields() {
        return 1;
    }

    @Override
    @PublicEvolving
    @SuppressWarnings("unchecked") // a class literal has no parameters
    public Class<List<T>> getTypeClass() {
        return (Class<List<T>>) (Class<?>) List.class;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        return false;
    }

    @Override
    @PublicEvolving
    public TypeSerializer<List<T>> createSerializer(SerializerConfig config) {
        return new ListSerializer<>(elementTypeInfo.createSerializer(config));
    }

    @Override
    @PublicEvolving
    public TypeSerializer<List<T>> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public String toString() {
        return "List<" + elementTypeInfo + ">";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof ListTypeInfo<?> other
                && other.canEqual(this)
                && elementTypeInfo.equals(other.elementTypeInfo);
    }

    @Override
    public int hashCode() {
        return 31 * elementTypeInfo.hashCode() + 1;
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof ListTypeInfo;
    }
}
