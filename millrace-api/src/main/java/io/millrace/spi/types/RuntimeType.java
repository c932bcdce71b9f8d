// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;

/**
 * The type of a stream of which nothing is known: each value is taken by its own class. It stands
 * in where a type is missing and bytes are needed all the same.
 *
 * @param <T> whatever the values are
 */
public final class RuntimeType<T> extends TypeInformation<T> {

    private static final long serialVersionUID = 1L;

    private RuntimeType() {}

    /** The type; all are equal. */
    public static <T> TypeInformation<T> create() {
        return new RuntimeType<>();
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    @SuppressWarnings("unchecked") // nothing is known but that they are objects
    public Class<T> getTypeClass() {
        return (Class<T>) Object.class;
    }

    @Override
    public boolean isKeyType() {
        return true;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return new RuntimeTypeSerializer<>(config);
    }

    @Override
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public String toString() {
        return "RuntimeType";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof RuntimeType;
    }

    @Override
    public int hashCode() {
        return RuntimeType.class.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof RuntimeType;
    }
}
