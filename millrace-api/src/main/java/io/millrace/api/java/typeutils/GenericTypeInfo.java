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
import io.millrace.api.java.typeutils.runtime.kryo.KryoSerializer;
import java.util.Objects;

/** A type nothing more is known of than its class; serialized by Kryo, and not evolvable. */
@Public
public class GenericTypeInfo<T> extends TypeInformation<T> implements AtomicType<T> {

    private static final long serialVersionUID = -7959114120287706504L;

    private final Class<T> typeClass;

    /** The type of that class. */
    @PublicEvolving
    public GenericTypeInfo(Class<T> typeClass) {
        this.typeClass = Objects.requireNonNull(typeClass, "typeClass");
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
        return Comparable.class.isAssignableFrom(typeClass);
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        if (config.hasGenericTypesDisabled()) {
            throw new UnsupportedOperationException(
                    "Generic types are switched off (pipeline.generic-types: false), but "
                            + typeClass.getName()
                            + " is treated as one. Make it a POJO or a record, or give it a type"
                            + " information of its own with @TypeInfo.");
        }
        return new KryoSerializer<>(typeClass, config);
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public String toString() {
        return "GenericType<" + typeClass.getCanonicalName() + ">";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof GenericTypeInfo<?> other
                && other.canEqual(this)
                && typeClass == other.typeClass;
    }

    @Override
    public int hashCode() {
        return typeClass.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof GenericTypeInfo;
    }
}
