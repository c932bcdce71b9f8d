// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.io.Serial;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** {@code createSerializer(ExecutionConfig)}, which takes a {@link SerializerConfig} now. */
public final class TypeSerializers {

    private TypeSerializers() {}

    /** What a type that wants the larger configuration gets. */
    public static ExecutionConfig forward(SerializerConfig config) {
        return config == null ? null : new Around(config);
    }

    public static SerializerConfig back(ExecutionConfig config) {
        return config == null ? null : config.getSerializerConfig();
    }

    public static <T> TypeSerializer<T> createSerializer(
            TypeInformation<T> type, ExecutionConfig config) {
        return type.createSerializer(back(config));
    }

    /** Says of serializers what it was made of; all else is as by default. */
    private static final class Around extends ExecutionConfig {
        @Serial private static final long serialVersionUID = 1L;

        private final SerializerConfig serializers;

        Around(SerializerConfig serializers) {
            this.serializers = serializers;
        }

        @Override
        public SerializerConfig getSerializerConfig() {
            return serializers;
        }
    }
}
