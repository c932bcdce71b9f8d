// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.AtomicType;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.BooleanValueSerializer;
import io.millrace.api.common.typeutils.base.ByteValueSerializer;
import io.millrace.api.common.typeutils.base.CharValueSerializer;
import io.millrace.api.common.typeutils.base.DoubleValueSerializer;
import io.millrace.api.common.typeutils.base.FloatValueSerializer;
import io.millrace.api.common.typeutils.base.IntValueSerializer;
import io.millrace.api.common.typeutils.base.LongValueSerializer;
import io.millrace.api.common.typeutils.base.NullValueSerializer;
import io.millrace.api.common.typeutils.base.ShortValueSerializer;
import io.millrace.api.common.typeutils.base.StringValueSerializer;
import io.millrace.api.java.typeutils.runtime.CopyableValueSerializer;
import io.millrace.api.java.typeutils.runtime.ValueSerializer;
import io.millrace.types.BooleanValue;
import io.millrace.types.ByteValue;
import io.millrace.types.CharValue;
import io.millrace.types.CopyableValue;
import io.millrace.types.DoubleValue;
import io.millrace.types.FloatValue;
import io.millrace.types.IntValue;
import io.millrace.types.LongValue;
import io.millrace.types.NullValue;
import io.millrace.types.ShortValue;
import io.millrace.types.StringValue;
import io.millrace.types.Value;
import java.util.Map;
import java.util.Objects;

/** A class whose objects write and read themselves. */
@Public
public class ValueTypeInfo<T extends Value> extends TypeInformation<T> implements AtomicType<T> {

    private static final long serialVersionUID = 1L;

    public static final ValueTypeInfo<BooleanValue> BOOLEAN_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(BooleanValue.class);
    public static final ValueTypeInfo<ByteValue> BYTE_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(ByteValue.class);
    public static final ValueTypeInfo<CharValue> CHAR_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(CharValue.class);
    public static final ValueTypeInfo<DoubleValue> DOUBLE_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(DoubleValue.class);
    public static final ValueTypeInfo<FloatValue> FLOAT_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(FloatValue.class);
    public static final ValueTypeInfo<IntValue> INT_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(IntValue.class);
    public static final ValueTypeInfo<LongValue> LONG_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(LongValue.class);
    public static final ValueTypeInfo<NullValue> NULL_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(NullValue.class);
    public static final ValueTypeInfo<ShortValue> SHORT_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(ShortValue.class);
    public static final ValueTypeInfo<StringValue> STRING_VALUE_TYPE_INFO =
            new ValueTypeInfo<>(StringValue.class);

    private static final Map<Class<?>, TypeSerializer<?>> SERIALIZERS =
            Map.of(
                    BooleanValue.class, BooleanValueSerializer.INSTANCE,
                    ByteValue.class, ByteValueSerializer.INSTANCE,
                    CharValue.class, CharValueSerializer.INSTANCE,
                    DoubleValue.class, DoubleValueSerializer.INSTANCE,
                    FloatValue.class, FloatValueSerializer.INSTANCE,
                    IntValue.class, IntValueSerializer.INSTANCE,
                    LongValue.class, LongValueSerializer.INSTANCE,
                    NullValue.class, NullValueSerializer.INSTANCE,
                    ShortValue.class, ShortValueSerializer.INSTANCE,
                    StringValue.class, StringValueSerializer.INSTANCE);

    private final Class<T> type;

    /**
     * The type of a class.
     *
     * @throws IllegalArgumentException when it is no {@link Value}
     */
    @PublicEvolving
    public ValueTypeInfo(Class<T> type) {
        Objects.requireNonNull(type, "type");
        if (!Value.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException(
                    type.getName() + " is no " + Value.class.getName() + '.');
        }
        this.type = type;
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
        return type;
    }

    @Override
    @PublicEvolving
    public boolean isBasicType() {
        return false;
    }

    /** Whether it is one of the values that come with the library. */
    @PublicEvolving
    public boolean isBasicValueType() {
        return SERIALIZERS.containsKey(type);
    }

    @Override
    @PublicEvolving
    public boolean isTupleType() {
        return false;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        return Comparable.class.isAssignableFrom(type);
    }

    @Override
    @PublicEvolving
    @SuppressWarnings({"unchecked", "rawtypes"}) // chosen by the class
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        TypeSerializer<?> own = SERIALIZERS.get(type);
        if (own != null) {
            return (TypeSerializer<T>) own;
        }
        return CopyableValue.class.isAssignableFrom(type)
                ? new CopyableValueSerializer(type)
                : new ValueSerializer<>(type);
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof ValueTypeInfo<?> other && other.canEqual(this) && type == other.type;
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof ValueTypeInfo;
    }

    @Override
    public String toString() {
        return "ValueType<" + type.getSimpleName() + ">";
    }

    /**
     * The type of a class.
     *
     * @throws InvalidTypesException when it is no {@link Value}
     */
    static <X extends Value> ValueTypeInfo<X> getValueTypeInfo(Class<X> typeClass) {
        if (!Value.class.isAssignableFrom(typeClass) || typeClass.equals(Value.class)) {
            throw new InvalidTypesException(
                    typeClass.getName() + " is no class that implements " + Value.class.getName());
        }
        return new ValueTypeInfo<>(typeClass);
    }
}
