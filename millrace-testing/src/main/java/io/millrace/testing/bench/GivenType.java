// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing.bench;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;

/**
 * The type of which a test has only said the serializer.
 *
 * @param <T> the values
 */
final class GivenType<T> extends TypeInformation<T> {

    private static final long serialVersionUID = 1L;

    private final TypeSerializer<T> serializer;

    GivenType(TypeSerializer<T> serializer) {
        this.serializer = serializer;
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
    @SuppressWarnings("unchecked") // an empty value is of the class, or nothing is known of it
    public Class<T> getTypeClass() {
        T sample = serializer.createInstance();
        return (Class<T>) (sample == null ? Object.class : sample.getClass());
    }

    @Override
    public boolean isKeyType() {
        return true;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer.duplicate();
    }

    @Override
    @Deprecated
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return serializer.duplicate();
    }

    @Override
    public String toString() {
        return serializer.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GivenType<?> that && serializer.equals(that.serializer);
    }

    @Override
    public int hashCode() {
        return serializer.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof GivenType;
    }
}
