// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.types.Nothing;

/** The type of a stream that never has a record. */
@Public
public class NothingTypeInfo extends TypeInformation<Nothing> {

    private static final long serialVersionUID = 1L;

    /** All are equal. */
    public NothingTypeInfo() {}

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
        return 0;
    }

    @Override
    @PublicEvolving
    public Class<Nothing> getTypeClass() {
        return Nothing.class;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        return false;
    }

    @Override
    @PublicEvolving
    public TypeSerializer<Nothing> createSerializer(SerializerConfig config) {
        throw new UnsupportedOperationException("The type Nothing has no value to serialize.");
    }

    @Override
    @PublicEvolving
    public TypeSerializer<Nothing> createSerializer(ExecutionConfig executionConfig) {
        throw new UnsupportedOperationException("The type Nothing has no value to serialize.");
    }

    @Override
    public String toString() {
        return getClass().getSimpleName();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof NothingTypeInfo other && other.canEqual(this);
    }

    @Override
    public int hashCode() {
        return NothingTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof NothingTypeInfo;
    }
}
