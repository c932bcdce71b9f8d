// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.lang.reflect.Field;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The configuration that becomes the job's, to write into and take from. */
final class LiveSettings {

    private LiveSettings() {}

    static Configuration of(StreamExecutionEnvironment env) {
        return (Configuration) env.getConfiguration();
    }

    /**
     * It is the environment's own, but {@code CheckpointConfig} gives away copies of it only, and
     * its {@code configure} takes some options and passes over all others.
     */
    static Configuration of(CheckpointConfig config) {
        try {
            Field field = CheckpointConfig.class.getDeclaredField("configuration");
            field.setAccessible(true);
            return (Configuration) field.get(config);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "The CheckpointConfig of this Flink holds no field 'configuration'. The job was"
                            + " exported for Flink 2.3; export it for the Flink of the cluster.",
                    e);
        }
    }
}
