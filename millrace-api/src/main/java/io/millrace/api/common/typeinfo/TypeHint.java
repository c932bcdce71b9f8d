// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.java.typeutils.TypeExtractor;

/**
 * Captures a type with parameters, which a class literal cannot: make an anonymous subclass, {@code
 * new TypeHint<Tuple2<String, Long>>() {}}.
 *
 * @param <T> the type
 */
@Public
public abstract class TypeHint<T> {

    private final TypeInformation<T> typeInfo;

    /**
     * Captures the type parameter.
     *
     * @throws InvalidTypesException if it is itself a type variable
     */
    public TypeHint() {
        this.typeInfo = TypeExtractor.createTypeInfo(this, TypeHint.class, getClass(), 0);
    }

    /** The captured type. */
    public TypeInformation<T> getTypeInfo() {
        return typeInfo;
    }

    @Override
    public int hashCode() {
        return typeInfo.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof TypeHint<?> other && typeInfo.equals(other.typeInfo);
    }

    @Override
    public String toString() {
        return "TypeHint: " + typeInfo;
    }
}
