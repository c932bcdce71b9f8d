// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.net.URI;
import java.util.Objects;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.CheckpointStorageFactory;
import org.apache.flink.runtime.state.ConfigurableCheckpointStorage;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.streaming.api.environment.CheckpointConfig;

/**
 * Where checkpoints are kept, given as an object; see {@link StateBackends} for how. As in Flink 1,
 * a state backend that says where they are kept has the last word, whichever was set first.
 */
public final class CheckpointStorages {

    private static final ConfigOption<String> GIVEN =
            ConfigOptions.key("millrace.shim.checkpoint-storage").stringType().noDefaultValue();

    private static final ConfigOption<String> OF_BACKEND =
            ConfigOptions.key("millrace.shim.checkpoint-storage-of-backend")
                    .stringType()
                    .noDefaultValue();

    private CheckpointStorages() {}

    public static void setCheckpointStorage(CheckpointConfig config, String directory) {
        Objects.requireNonNull(directory, "Checkpoint directory must not be null");
        setDirectory(config, directory, new FileSystemCheckpointStorage(directory));
    }

    public static void setCheckpointStorage(CheckpointConfig config, URI directory) {
        Objects.requireNonNull(directory, "Checkpoint directory must not be null");
        setDirectory(config, directory.toString(), new FileSystemCheckpointStorage(directory));
    }

    public static void setCheckpointStorage(CheckpointConfig config, Path directory) {
        Objects.requireNonNull(directory, "Checkpoint directory must not be null");
        setDirectory(config, directory.toString(), new FileSystemCheckpointStorage(directory));
    }

    private static void setDirectory(
            CheckpointConfig config, String directory, CheckpointStorage storage) {
        LiveSettings.of(config).set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory);
        setCheckpointStorage(config, storage);
    }

    public static void setCheckpointStorage(CheckpointConfig config, CheckpointStorage storage) {
        Objects.requireNonNull(storage, "Checkpoint storage must not be null");
        Configuration settings = LiveSettings.of(config);
        settings.set(GIVEN, Serialized.write(storage));
        choose(settings);
    }

    /** Null if none was given. */
    public static CheckpointStorage getCheckpointStorage(CheckpointConfig config) {
        String given = LiveSettings.of(config).get(GIVEN);
        return given == null
                ? null
                : (CheckpointStorage)
                        Serialized.read(given, CheckpointStorages.class.getClassLoader());
    }

    /** What a state backend says; null if it says nothing of it. */
    static void ofBackend(Configuration settings, CheckpointStorage storage) {
        if (storage == null) {
            settings.removeConfig(OF_BACKEND);
        } else {
            settings.set(OF_BACKEND, Serialized.write(storage));
        }
        choose(settings);
    }

    private static void choose(Configuration settings) {
        String factory = Factory.class.getName();
        if (settings.contains(OF_BACKEND) || settings.contains(GIVEN)) {
            settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, factory);
        } else if (factory.equals(settings.get(CheckpointingOptions.CHECKPOINT_STORAGE))) {
            settings.removeConfig(CheckpointingOptions.CHECKPOINT_STORAGE);
        }
    }

    /** Gives back what was given, with what else the settings say of it. */
    public static final class Factory implements CheckpointStorageFactory<CheckpointStorage> {

        @Override
        public CheckpointStorage createFromConfig(ReadableConfig settings, ClassLoader loader) {
            String given = settings.getOptional(OF_BACKEND).orElseGet(() -> settings.get(GIVEN));
            if (given == null) {
                throw new IllegalStateException("There is no setting " + GIVEN.key());
            }
            CheckpointStorage storage = (CheckpointStorage) Serialized.read(given, loader);
            return storage instanceof ConfigurableCheckpointStorage configurable
                    ? configurable.configure(settings, loader)
                    : storage;
        }
    }
}
