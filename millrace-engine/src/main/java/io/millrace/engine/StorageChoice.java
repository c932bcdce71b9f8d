// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.StateBackendOptions;
import io.millrace.core.fs.Path;
import io.millrace.engine.job.CheckpointSettings.Storage;
import io.millrace.engine.job.CheckpointSettings.StorageKind;
import io.millrace.runtime.state.CheckpointStorage;
import io.millrace.runtime.state.StateBackend;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackendFactory;
import io.millrace.runtime.state.memory.MemoryStateBackend;
import io.millrace.runtime.state.storage.FileSystemCheckpointStorage;
import io.millrace.runtime.state.storage.JobManagerCheckpointStorage;
import io.millrace.spi.Pipeline;
import java.util.List;
import java.util.Locale;

/**
 * Where state and checkpoints are kept, out of up to four places where that can be said. The first
 * that says something wins: a backend of the old kind in the code, which is a storage too; the
 * storage in the code; the configuration; else files if there is a directory for them, memory
 * otherwise.
 */
final class StorageChoice {

    private static final String BACKEND_KEY = StateBackendOptions.STATE_BACKEND.key();
    private static final String STORAGE_KEY = CheckpointingOptions.CHECKPOINT_STORAGE.key();
    private static final String DIRECTORY_KEY = CheckpointingOptions.CHECKPOINTS_DIRECTORY.key();

    private final Configuration configuration;
    private final ClassLoader classLoader;
    private final List<Notice> notices;

    private StorageChoice(Pipeline pipeline, List<Notice> notices) {
        this.configuration = pipeline.configuration();
        this.classLoader = pipeline.userClassLoader();
        this.notices = notices;
    }

    /**
     * Concludes it.
     *
     * @throws IllegalConfigurationException if a name is unknown or a directory is missing
     * @throws UnsupportedOperationException if it comes in a later version
     */
    static Storage conclude(Pipeline pipeline, List<Notice> notices) {
        StorageChoice choice = new StorageChoice(pipeline, notices);
        CheckpointStorage byBackend = choice.backend(pipeline.stateBackend());
        if (byBackend != null) {
            return choice.storage(byBackend);
        }
        if (pipeline.checkpointStorage() != null) {
            return choice.storage(pipeline.checkpointStorage());
        }
        return choice.configured();
    }

    /** Checks the backend; what it says about storage, null when it leaves that open. */
    @SuppressWarnings("deprecation") // The old backends are still to be understood.
    private CheckpointStorage backend(StateBackend chosen) {
        if (chosen == null) {
            return configuredBackend();
        }
        if (chosen instanceof HashMapStateBackend) {
            return null;
        }
        if (chosen instanceof MemoryStateBackend memory) {
            refuseSavepoints(memory.getSavepointPath());
            return memory(memory.configure(configuration, classLoader));
        }
        if (chosen instanceof FsStateBackend files) {
            refuseSavepoints(files.getSavepointPath());
            return files(files.configure(configuration, classLoader));
        }
        throw new UnsupportedOperationException(
                "State backend "
                        + chosen.getClass().getName()
                        + " is not supported; HashMapStateBackend is. (RocksDB comes in a later version.)");
    }

    /** That of the configuration is refused with its key. */
    private static void refuseSavepoints(Path directory) {
        if (directory != null) {
            throw new UnsupportedOperationException(
                    "A state backend or checkpoint storage with a directory for savepoints ("
                            + directory
                            + ") is not supported: savepoints come in a later version. Leave the"
                            + " directory out");
        }
    }

    private CheckpointStorage configuredBackend() {
        String name = configuration.get(StateBackendOptions.STATE_BACKEND);
        switch (name.trim().toLowerCase(Locale.ROOT)) {
            case "hashmap" -> {
                return null;
            }
            case "jobmanager" -> {
                notices.add(oldName(name, "hashmap", "jobmanager"));
                return saysStorage() ? null : configuredMemory();
            }
            case "filesystem" -> {
                notices.add(oldName(name, "hashmap", "filesystem"));
                return saysStorage() ? null : configuredFiles();
            }
            case "rocksdb" ->
                    throw new UnsupportedOperationException(
                            BACKEND_KEY
                                    + " = "
                                    + name
                                    + " is not supported yet: RocksDB comes in a later version. Use hashmap.");
            default -> {
                if (name.trim().equals(HashMapStateBackendFactory.class.getName())) {
                    return null;
                }
                throw new IllegalConfigurationException(
                        BACKEND_KEY
                                + " = '"
                                + name
                                + "' is no state backend; there is hashmap. (Factory classes of others are"
                                + " not supported.)");
            }
        }
    }

    private boolean saysStorage() {
        return configuration.contains(CheckpointingOptions.CHECKPOINT_STORAGE);
    }

    private static Notice oldName(String name, String backend, String storage) {
        return Notice.warn(
                BACKEND_KEY
                        + " = "
                        + name
                        + " is an old name; it is taken as "
                        + BACKEND_KEY
                        + " = "
                        + backend
                        + " with "
                        + STORAGE_KEY
                        + " = "
                        + storage
                        + ".");
    }

    @SuppressWarnings("deprecation") // The old backends are still to be understood.
    private static CheckpointStorage memory(MemoryStateBackend backend) {
        return backend.getCheckpointPath() == null
                ? new JobManagerCheckpointStorage(backend.getMaxStateSize())
                : new JobManagerCheckpointStorage(
                        backend.getCheckpointPath(), backend.getMaxStateSize());
    }

    @SuppressWarnings("deprecation") // The old backends are still to be understood.
    private static CheckpointStorage files(FsStateBackend backend) {
        return new FileSystemCheckpointStorage(
                backend.getCheckpointPath(),
                backend.getMinFileSizeThreshold(),
                backend.getWriteBufferSize());
    }

    private Storage configured() {
        String name = configuration.get(CheckpointingOptions.CHECKPOINT_STORAGE);
        if (name == null) {
            boolean hasDirectory =
                    configuration.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY) != null;
            return storage(hasDirectory ? configuredFiles() : configuredMemory());
        }
        return switch (name.trim().toLowerCase(Locale.ROOT)) {
            case "jobmanager" -> storage(configuredMemory());
            case "filesystem" -> storage(configuredFiles());
            default ->
                    throw new IllegalConfigurationException(
                            STORAGE_KEY
                                    + " = '"
                                    + name
                                    + "' is no checkpoint storage; there are jobmanager (memory) and"
                                    + " filesystem. (Factory classes of others are not supported.)");
        };
    }

    private CheckpointStorage configuredMemory() {
        return JobManagerCheckpointStorage.createFromConfig(configuration, classLoader);
    }

    private CheckpointStorage configuredFiles() {
        if (configuration.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY) == null) {
            throw new IllegalConfigurationException(
                    "Checkpoints are to go to files ("
                            + STORAGE_KEY
                            + " or "
                            + BACKEND_KEY
                            + " = filesystem), but "
                            + DIRECTORY_KEY
                            + " does not say where.");
        }
        return FileSystemCheckpointStorage.createFromConfig(configuration, classLoader);
    }

    private Storage storage(CheckpointStorage chosen) {
        boolean subdirectory = configuration.get(CheckpointingOptions.CREATE_CHECKPOINT_SUB_DIR);
        if (chosen instanceof JobManagerCheckpointStorage unconfigured) {
            JobManagerCheckpointStorage memory = unconfigured.configure(configuration, classLoader);
            Path directory = memory.getCheckpointPath();
            return new Storage(
                    directory == null ? StorageKind.MEMORY : StorageKind.MANIFESTS,
                    directory,
                    subdirectory,
                    0,
                    0,
                    memory.getMaxStateSize());
        }
        if (chosen instanceof FileSystemCheckpointStorage unconfigured) {
            refuseSavepoints(unconfigured.getSavepointPath());
            FileSystemCheckpointStorage files = unconfigured.configure(configuration, classLoader);
            return new Storage(
                    StorageKind.FILES,
                    files.getCheckpointPath(),
                    subdirectory,
                    files.getMinFileSizeThreshold(),
                    files.getWriteBufferSize(),
                    0);
        }
        throw new UnsupportedOperationException(
                "Checkpoint storage "
                        + chosen.getClass().getName()
                        + " is not supported; JobManagerCheckpointStorage (memory) and"
                        + " FileSystemCheckpointStorage are.");
    }
}
