// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.net.URI;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.CheckpointStorageFactory;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.streaming.api.environment.CheckpointConfig;

/** Where checkpoints are kept, given as an object; see {@link StateBackends} for how. */
public final class CheckpointStorages {

    private static final ConfigOption<String> GIVEN =
            ConfigOptions.key("millrace.shim.checkpoint-storage").stringType().noDefaultValue();

    private CheckpointStorages() {}

    public static void setCheckpointStorage(CheckpointConfig config, String directory) {
        setCheckpointStorage(config, new FileSystemCheckpointStorage(directory));
    }

    public static void setCheckpointStorage(CheckpointConfig config, URI directory) {
        setCheckpointStorage(config, new FileSystemCheckpointStorage(directory));
    }

    public static void setCheckpointStorage(CheckpointConfig config, Path directory) {
        setCheckpointStorage(config, new FileSystemCheckpointStorage(directory));
    }

    public static void setCheckpointStorage(CheckpointConfig config, CheckpointStorage storage) {
        Configuration settings = new Configuration();
        addTo(settings, storage);
        config.configure(settings);
    }

    static void addTo(Configuration settings, CheckpointStorage storage) {
        settings.set(GIVEN, Serialized.write(storage));
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, Factory.class.getName());
    }

    /** Gives back what was given. */
    public static final class Factory implements CheckpointStorageFactory<CheckpointStorage> {

        @Override
        public CheckpointStorage createFromConfig(ReadableConfig settings, ClassLoader loader) {
            return (CheckpointStorage) Serialized.read(settings.get(GIVEN), loader);
        }
    }
}
