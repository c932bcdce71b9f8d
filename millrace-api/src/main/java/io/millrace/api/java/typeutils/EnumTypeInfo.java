// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.AtomicType;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.EnumSerializer;
import java.util.Objects;

/** An enum. */
@Public
public class EnumTypeInfo<T extends Enum<T>> extends TypeInformation<T> implements AtomicType<T> {

    private static final long serialVersionUID = 8936740290137178660L;

    private final Class<T> typeClass;

    /**
     * The type of that enum.
     *
     * @throws IllegalArgumentException if the class is no enum
     */
    @PublicEvolving
    public EnumTypeInfo(Class<T> typeClass) {
        if (!Enum.class.isAssignableFrom(Objects.requireNonNull(typeClass, "typeClass"))) {
            throw new IllegalArgumentException(typeClass.getName() + " is not an enum");
        }
        this.typeClass = typeClass;
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
        return typeClass;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        return true;
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return new EnumSerializer<>(typeClass);
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return new EnumSerializer<>(typeClass);
    }

    @Override
    public String toString() {
        return "EnumTypeInfo<" + typeClass.getName() + ">";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof EnumTypeInfo<?> other
                && other.canEqual(this)
                && typeClass == other.typeClass;
    }

    @Override
    public int hashCode() {
        return typeClass.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof EnumTypeInfo;
    }
}
