// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.spi.types.RuntimeTypeSerializer;
import io.millrace.streaming.api.datastream.CoGroupedStreams.TaggedUnion;
import io.millrace.streaming.api.datastream.CoGroupedStreams.UnionSerializer;
import java.util.Objects;

/** The type of records that come from one of two streams. */
final class UnionTypeInfo<T1, T2> extends TypeInformation<TaggedUnion<T1, T2>> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<T1> oneType;
    private final TypeInformation<T2> twoType;

    /** Either may be missing: its records are then written by their own classes. */
    UnionTypeInfo(TypeInformation<T1> oneType, TypeInformation<T2> twoType) {
        this.oneType = Objects.requireNonNull(oneType, "oneType");
        this.twoType = Objects.requireNonNull(twoType, "twoType");
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
        return 2;
    }

    @Override
    public int getTotalFields() {
        return 2;
    }

    @Override
    @SuppressWarnings("unchecked") // the class of a generic type
    public Class<TaggedUnion<T1, T2>> getTypeClass() {
        return (Class<TaggedUnion<T1, T2>>) (Class<?>) TaggedUnion.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<TaggedUnion<T1, T2>> createSerializer(SerializerConfig config) {
        return new UnionSerializer<>(serializer(oneType, config), serializer(twoType, config));
    }

    @Override
    public TypeSerializer<TaggedUnion<T1, T2>> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @SuppressWarnings("unchecked") // the one that looks at each value takes any
    private static <T> TypeSerializer<T> serializer(
            TypeInformation<T> type, SerializerConfig config) {
        return OutputTypes.isMissing(type)
                ? (TypeSerializer<T>) new RuntimeTypeSerializer<>(config)
                : type.createSerializer(config);
    }

    @Override
    public String toString() {
        return "TaggedUnion<" + oneType + ", " + twoType + ">";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof UnionTypeInfo<?, ?> other
                && oneType.equals(other.oneType)
                && twoType.equals(other.twoType);
    }

    @Override
    public int hashCode() {
        return 31 * oneType.hashCode() + twoType.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof UnionTypeInfo;
    }
}
