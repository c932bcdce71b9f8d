// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.spi.types.RuntimeTypeSerializer;

/** Where operators get serializers from. */
final class Serializers {

    private Serializers() {}

    /** Where the type is not known, one that writes each value with its run-time class. */
    @SuppressWarnings("unchecked") // it takes any object
    static <T> TypeSerializer<T> of(TypeInformation<T> type, ExecutionConfig config) {
        return type instanceof MissingTypeInfo
                ? (TypeSerializer<T>) new RuntimeTypeSerializer<>(config.getSerializerConfig())
                : type.createSerializer(config.getSerializerConfig());
    }

    /** Operator list state whose entries are bytes that the operator makes itself. */
    static ListStateDescriptor<byte[]> bytesList(String name) {
        return new ListStateDescriptor<>(name, BytePrimitiveArraySerializer.INSTANCE);
    }
}
