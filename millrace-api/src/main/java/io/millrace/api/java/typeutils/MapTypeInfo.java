// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.MapSerializer;
import java.util.Map;
import java.util.Objects;

/** A map and the types of its keys and values. */
@Public
public class MapTypeInfo<K, V> extends TypeInformation<Map<K, V>> {

    private static final long serialVersionUID = 7986164340808108503L;

    private final TypeInformation<K> keyTypeInfo;
    private final TypeInformation<V> valueTypeInfo;

    /** A map of those types. */
    public MapTypeInfo(TypeInformation<K> keyTypeInfo, TypeInformation<V> valueTypeInfo) {
        this.keyTypeInfo = Objects.requireNonNull(keyTypeInfo, "keyTypeInfo");
        this.valueTypeInfo = Objects.requireNonNull(valueTypeInfo, "valueTypeInfo");
    }

    /** A map of those classes. */
    public MapTypeInfo(Class<K> keyClass, Class<V> valueClass) {
        this(TypeInformation.of(keyClass), TypeInformation.of(valueClass));
    }

    /** The type of the keys. */
    public TypeInformation<K> getKeyTypeInfo() {
        return keyTypeInfo;
    }

    /** The type of the values. */
    public TypeInformation<V> getValueTypeInfo() {
        return valueTypeInfo;
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
        return 0;
    }

    @Override
    @PublicEvolving
    public int getTotalFields() {
        return 1;
    }

    @Override
    @PublicEvolving
    @SuppressWarnings("unchecked") // a class literal has no parameters
    public Class<Map<K, V>> getTypeClass() {
        return (Class<Map<K, V>>) (Class<?>) Map.class;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        return false;
    }

    @Override
    @PublicEvolving
    public TypeSerializer<Map<K, V>> createSerializer(SerializerConfig config) {
        return new MapSerializer<>(
                keyTypeInfo.createSerializer(config), valueTypeInfo.createSerializer(config));
    }

    @Override
    @PublicEvolving
    public TypeSerializer<Map<K, V>> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public String toString() {
        return "Map<" + keyTypeInfo + ", " + valueTypeInfo + ">";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof MapTypeInfo<?, ?> other
                && other.canEqual(this)
                && keyTypeInfo.equals(other.keyTypeInfo)
                && valueTypeInfo.equals(other.valueTypeInfo);
    }

    @Override
    public int hashCode() {
        return 31 * keyTypeInfo.hashCode() + valueTypeInfo.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof MapTypeInfo;
    }
}
