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
import io.millrace.engine.state.KeyedStateBackendProvider;
import io.millrace.runtime.state.CheckpointStorage;
import io.millrace.runtime.state.CheckpointStorageFactory;
import io.millrace.runtime.state.StateBackend;
import io.millrace.runtime.state.StateBackendFactory;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.runtime.state.memory.MemoryStateBackend;
import io.millrace.runtime.state.storage.FileSystemCheckpointStorage;
import io.millrace.runtime.state.storage.JobManagerCheckpointStorage;
import io.millrace.spi.Pipeline;
import io.millrace.spi.types.ProgramClasses;
import java.io.IOException;
import java.util.List;

/**
 * Where state and checkpoints are kept, out of up to five places where that can be said. The first
 * that says something wins (SB-3): a backend of the old kind in the code, which is a storage too;
 * the storage in the code; the storage in the configuration; a backend of the old kind in the
 * configuration; else files if there is a directory for them, memory otherwise.
 */
final class StorageChoice {

    private static final String BACKEND_KEY = StateBackendOptions.STATE_BACKEND.key();
    private static final String STORAGE_KEY = CheckpointingOptions.CHECKPOINT_STORAGE.key();
    private static final String DIRECTORY_KEY = CheckpointingOptions.CHECKPOINTS_DIRECTORY.key();

    private final Configuration configuration;
    private final ClassLoader classLoader;
    private final List<Notice> notices;

    /** Where a backend of the old kind says that savepoints go; null for nothing said. */
    private Path savepointsOfBackend;

    /** Null: the engine's own, on the heap. */
    private StateBackend elsewhere;

    /**
     * Where state is kept.
     *
     * @param checkpoints where checkpoints go
     * @param backend which keyed state is not the engine's own; null where it is
     */
    record Chosen(Storage checkpoints, StateBackend backend) {}

    private StorageChoice(Pipeline pipeline, List<Notice> notices) {
        this.configuration = pipeline.configuration();
        this.classLoader = pipeline.userClassLoader();
        this.notices = notices;
    }

    /**
     * Concludes it.
     *
     * @throws IllegalConfigurationException if a name is unknown or a directory is missing
     * @throws UnsupportedOperationException if it is none that this engine has
     */
    static Chosen conclude(Pipeline pipeline, List<Notice> notices) {
        StorageChoice choice = new StorageChoice(pipeline, notices);
        return new Chosen(choice.concluded(pipeline), choice.elsewhere);
    }

    private Storage concluded(Pipeline pipeline) {
        CheckpointStorage inCode = pipeline.checkpointStorage();
        if (pipeline.stateBackend() != null) {
            CheckpointStorage byBackend = backend(pipeline.stateBackend());
            if (byBackend != null && inCode != null) {
                notices.add(
                        Notice.warn(
                                "The checkpoint storage set in the program has no effect, because the"
                                        + " state backend set there, "
                                        + pipeline.stateBackend().getClass().getSimpleName()
                                        + ", is of the old kind that is a storage, too. With"
                                        + " HashMapStateBackend it has."));
            }
            return firstOf(byBackend, inCode);
        }
        boolean saidElsewhere =
                inCode != null || configuration.contains(CheckpointingOptions.CHECKPOINT_STORAGE);
        CheckpointStorage byName = configuredBackend(saidElsewhere);
        return firstOf(inCode, saidElsewhere ? null : byName);
    }

    private Storage firstOf(CheckpointStorage first, CheckpointStorage second) {
        if (first != null) {
            return storage(first);
        }
        return second != null ? storage(second) : configured();
    }

    /** Checks the backend; what it says about storage, null when it leaves that open. */
    @SuppressWarnings("deprecation") // The old backends are still to be understood.
    private CheckpointStorage backend(StateBackend chosen) {
        if (chosen instanceof HashMapStateBackend) {
            return null;
        }
        if (chosen instanceof MemoryStateBackend memory) {
            MemoryStateBackend configured = memory.configure(configuration, classLoader);
            savepointsOfBackend = configured.getSavepointPath();
            return memory(configured);
        }
        if (chosen instanceof FsStateBackend files) {
            FsStateBackend configured = files.configure(configuration, classLoader);
            savepointsOfBackend = configured.getSavepointPath();
            return files(configured);
        }
        KeyedStateBackendProvider provider = StateProviders.of(chosen, classLoader);
        elsewhere = chosen;
        StateBackend old = provider.checkpointsOf(chosen);
        return old == null ? null : backend(old);
    }

    /**
     * The backend of the configuration.
     *
     * @param saidElsewhere whether the storage is said by other means, so that an old name means
     *     the backend only
     * @return the storage that is meant, too; null for none
     */
    private CheckpointStorage configuredBackend(boolean saidElsewhere) {
        String name = configuration.get(StateBackendOptions.STATE_BACKEND).trim();
        switch (StorageNames.backend(name)) {
            case HASHMAP -> {
                return null;
            }
            case OLD_MEMORY -> {
                notices.add(oldName(name, saidElsewhere ? null : "jobmanager"));
                return saidElsewhere ? null : configuredMemory();
            }
            case OLD_FILES -> {
                notices.add(oldName(name, saidElsewhere ? null : "filesystem"));
                return saidElsewhere ? null : configuredFiles();
            }
            case ROCKSDB -> {
                return backend(StateProviders.byName("rocksdb", name, configuration, classLoader));
            }
            default -> {
                StateBackendFactory<?> factory =
                        factory(
                                BACKEND_KEY,
                                name,
                                StateBackendFactory.class,
                                "hashmap and rocksdb");
                try {
                    return backend(factory.createFromConfig(configuration, classLoader));
                } catch (IOException e) {
                    throw new IllegalConfigurationException(
                            BACKEND_KEY + " = " + name + " can't be set up: " + e.getMessage(), e);
                }
            }
        }
    }

    /** A factory of the user's, by the name of its class. */
    private <F> F factory(String key, String name, Class<F> kind, String names) {
        try {
            return ProgramClasses.named(name, false, classLoader)
                    .asSubclass(kind)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            throw unfit(key, name, kind, names, "there is no such class", e);
        } catch (ClassCastException e) {
            throw unfit(key, name, kind, names, "that class is none", e);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            String why = "it has no public constructor without parameters";
            throw unfit(key, name, kind, names, why, e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw unfit(key, name, kind, names, "it can't be made: " + e, e);
        }
    }

    private static IllegalConfigurationException unfit(
            String key, String name, Class<?> kind, String names, String why, Throwable cause) {
        return new IllegalConfigurationException(
                key
                        + " = '"
                        + name
                        + "' is neither a name (there is "
                        + names
                        + ") nor the class of a "
                        + kind.getSimpleName()
                        + ": "
                        + why
                        + ".",
                cause);
    }

    private static Notice oldName(String name, String storage) {
        return Notice.warn(
                BACKEND_KEY
                        + " = "
                        + name
                        + " is an old name; it is taken as "
                        + BACKEND_KEY
                        + " = hashmap"
                        + (storage == null
                                ? "; where checkpoints go is said elsewhere."
                                : " with " + STORAGE_KEY + " = " + storage + "."));
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
        return switch (StorageNames.storage(name.trim())) {
            case MEMORY -> storage(configuredMemory());
            case FILES -> storage(configuredFiles());
            case OTHER -> {
                CheckpointStorageFactory<?> factory =
                        factory(
                                STORAGE_KEY,
                                name.trim(),
                                CheckpointStorageFactory.class,
                                "jobmanager, which is memory, and filesystem");
                yield storage(factory.createFromConfig(configuration, classLoader));
            }
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
                    memory.getMaxStateSize(),
                    savepoints(memory.getSavepointPath()));
        }
        if (chosen instanceof FileSystemCheckpointStorage unconfigured) {
            FileSystemCheckpointStorage files = unconfigured.configure(configuration, classLoader);
            return new Storage(
                    StorageKind.FILES,
                    files.getCheckpointPath(),
                    subdirectory,
                    files.getMinFileSizeThreshold(),
                    files.getWriteBufferSize(),
                    0,
                    savepoints(files.getSavepointPath()));
        }
        throw new UnsupportedOperationException(
                "Checkpoint storage "
                        + chosen.getClass().getName()
                        + " is not supported; JobManagerCheckpointStorage (memory) and"
                        + " FileSystemCheckpointStorage are.");
    }

    /** Where savepoints go by default; null for nowhere. */
    private String savepoints(Path ofStorage) {
        Path said = savepointsOfBackend != null ? savepointsOfBackend : ofStorage;
        return said == null
                ? configuration.get(CheckpointingOptions.SAVEPOINT_DIRECTORY)
                : said.toString();
    }
}
