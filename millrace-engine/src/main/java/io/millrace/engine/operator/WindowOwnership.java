// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.spi.types.Ownership;

/** Makes one record two, where it could be changed in place. */
final class WindowOwnership<T> {

    /** Null where records never change, or where each is asked for itself. */
    private final TypeSerializer<T> serializer;

    private final boolean immutable;

    WindowOwnership(TypeInformation<T> type, ExecutionConfig config) {
        boolean known = !(type instanceof MissingTypeInfo);
        TypeSerializer<T> found = known ? Serializers.of(type, config) : null;
        this.immutable = known && (Ownership.isImmutable(type) || found.isImmutableType());
        this.serializer = immutable ? null : found;
    }

    T copy(T value) {
        if (immutable || value == null) {
            return value;
        }
        return serializer == null ? Ownership.copy(value) : serializer.copy(value);
    }
}
