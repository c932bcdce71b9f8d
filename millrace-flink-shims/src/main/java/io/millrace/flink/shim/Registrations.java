// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import com.esotericsoftware.kryo.Serializer;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Types that are made known to serializers in the program. */
public final class Registrations {

    private Registrations() {}

    public static void registerType(StreamExecutionEnvironment env, Class<?> type) {
        if (type == null) {
            throw new NullPointerException("Cannot register null type class.");
        }
        // As Flink 1 did it: what looks like a POJO is one.
        if (org.apache.flink.api.java.typeutils.TypeExtractor.createTypeInfo(type)
                instanceof org.apache.flink.api.java.typeutils.PojoTypeInfo) {
            registerPojoType(env.getConfig(), type);
        } else {
            registerKryoType(env.getConfig(), type);
        }
    }

    public static void registerTypeWithKryoSerializer(
            StreamExecutionEnvironment env,
            Class<?> type,
            Class<? extends Serializer<?>> serializer) {
        registerTypeWithKryoSerializer(env.getConfig(), type, serializer);
    }

    public static void registerPojoType(ExecutionConfig config, Class<?> type) {
        registerPojoType(config.getSerializerConfig(), type);
    }

    public static void registerKryoType(ExecutionConfig config, Class<?> type) {
        registerKryoType(config.getSerializerConfig(), type);
    }

    public static void registerTypeWithKryoSerializer(
            ExecutionConfig config, Class<?> type, Class<? extends Serializer<?>> serializer) {
        registerTypeWithKryoSerializer(config.getSerializerConfig(), type, serializer);
    }

    public static void registerPojoType(SerializerConfig config, Class<?> type) {
        implementation(config).registerPojoType(type);
    }

    public static void registerKryoType(SerializerConfig config, Class<?> type) {
        implementation(config).registerKryoType(type);
    }

    public static void registerTypeWithKryoSerializer(
            SerializerConfig config, Class<?> type, Class<? extends Serializer<?>> serializer) {
        implementation(config).registerTypeWithKryoSerializer(type, serializer);
    }

    private static SerializerConfigImpl implementation(SerializerConfig config) {
        return (SerializerConfigImpl) config;
    }
}
