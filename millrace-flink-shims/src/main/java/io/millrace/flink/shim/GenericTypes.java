// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;

/** Whether types may go to Kryo, or must. */
public final class GenericTypes {

    private GenericTypes() {}

    public static void enableForceKryo(ExecutionConfig config) {
        setForceKryo(config.getSerializerConfig(), true);
    }

    public static void disableForceKryo(ExecutionConfig config) {
        setForceKryo(config.getSerializerConfig(), false);
    }

    public static void enableGenericTypes(ExecutionConfig config) {
        setGenericTypes(config.getSerializerConfig(), true);
    }

    public static void disableGenericTypes(ExecutionConfig config) {
        setGenericTypes(config.getSerializerConfig(), false);
    }

    public static boolean hasGenericTypesDisabled(ExecutionConfig config) {
        return config.getSerializerConfig().hasGenericTypesDisabled();
    }

    public static boolean isForceKryoEnabled(ExecutionConfig config) {
        return config.getSerializerConfig().isForceKryoEnabled();
    }

    public static void setForceKryo(SerializerConfig config, boolean force) {
        ((SerializerConfigImpl) config).setForceKryo(force);
    }

    public static void setGenericTypes(SerializerConfig config, boolean allowed) {
        ((SerializerConfigImpl) config).setGenericTypes(allowed);
    }
}
