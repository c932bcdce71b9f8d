// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.spi.types.Ownership;

/**
 * Gives a receiver its own object of each mutable record (semantics, section 9, record ownership).
 * By the stream's type where it is known, by each record's class where it is not.
 */
final class RecordCopier {

    private RecordCopier() {}

    /** The copier for records of this type; null when they are immutable and pass by reference. */
    static OutputGate.Copier of(TypeInformation<?> type, ExecutionConfig config) {
        if (type instanceof MissingTypeInfo) {
            return Ownership::copy;
        }
        if (Ownership.isImmutable(type.getTypeClass())) {
            return null;
        }
        @SuppressWarnings("unchecked") // records are untyped here
        TypeSerializer<Object> serializer =
                (TypeSerializer<Object>) type.createSerializer(config.getSerializerConfig());
        return serializer.isImmutableType()
                ? null
                : value -> value == null ? null : serializer.copy(value);
    }
}
