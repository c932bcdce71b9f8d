// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.storage;

import static io.millrace.util.Preconditions.checkArgument;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.CheckpointStorage;
import io.millrace.runtime.state.ConfigurableCheckpointStorage;
import io.millrace.spi.Addresses;

/**
 * Checkpoints in memory, and their manifests in files if a directory is given. They end with the
 * process. State that is too large fails its checkpoint.
 */
@PublicEvolving
public class JobManagerCheckpointStorage
        implements CheckpointStorage, ConfigurableCheckpointStorage {

    private static final long serialVersionUID = 4109305377809414635L;

    /** The most one piece of state may take, in bytes, unless set otherwise: 5 MiB. */
    public static final int DEFAULT_MAX_STATE_SIZE = 5 * 1024 * 1024;

    private final int maxStateSize;
    private final Path checkpointPath;
    private final Path savepointPath;

    /** In memory, with the usual limit. */
    public JobManagerCheckpointStorage() {
        this(null, null, DEFAULT_MAX_STATE_SIZE);
    }

    /**
     * In memory.
     *
     * @param maxStateSize the most one piece of state may take, in bytes; more than 0
     */
    public JobManagerCheckpointStorage(int maxStateSize) {
        this(null, null, maxStateSize);
    }

    /** In memory, with manifests in the directory. */
    public JobManagerCheckpointStorage(String checkpointPath) {
        this(new Path(checkpointPath), null, DEFAULT_MAX_STATE_SIZE);
    }

    /** In memory, with manifests in the directory. */
    public JobManagerCheckpointStorage(Path checkpointPath, int maxStateSize) {
        this(checkpointPath, null, maxStateSize);
    }

    private JobManagerCheckpointStorage(Path checkpointPath, Path savepointPath, int maxStateSize) {
        checkArgument(
                maxStateSize > 0,
                "The limit on the size of state must be more than 0, but is %s.",
                maxStateSize);
        this.maxStateSize = maxStateSize;
        this.checkpointPath = checkpointPath;
        this.savepointPath = savepointPath;
    }

    /** The most one piece of state may take, in bytes. */
    public int getMaxStateSize() {
        return maxStateSize;
    }

    /** Where manifests go, null for memory. */
    public Path getCheckpointPath() {
        return checkpointPath;
    }

    /** Where savepoints go that name no target, null if not known. */
    public Path getSavepointPath() {
        return savepointPath;
    }

    @Override
    public JobManagerCheckpointStorage configure(ReadableConfig config, ClassLoader classLoader) {
        return new JobManagerCheckpointStorage(
                StorageSettings.pathOr(
                        checkpointPath, config, CheckpointingOptions.CHECKPOINTS_DIRECTORY),
                StorageSettings.pathOr(
                        savepointPath, config, CheckpointingOptions.SAVEPOINT_DIRECTORY),
                maxStateSize);
    }

    /**
     * The choice made by settings.
     *
     * @throws IllegalConfigurationException when the settings are unfit
     */
    public static JobManagerCheckpointStorage createFromConfig(
            ReadableConfig config, ClassLoader classLoader) throws IllegalConfigurationException {
        return new JobManagerCheckpointStorage().configure(config, classLoader);
    }

    @Override
    public String toString() {
        return "JobManagerCheckpointStorage (checkpoints to JobManager) (maxStateSize: "
                + maxStateSize
                + (checkpointPath == null ? "" : ", manifests: " + Addresses.shown(checkpointPath))
                + ')';
    }
}
