// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.filesystem;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.runtime.state.StateBackendFactory;

/** Makes the older choice of heap state with checkpoints in files from settings. */
// It makes a deprecated choice, for programs that ask for it by this name.
@SuppressWarnings("deprecation")
@PublicEvolving
public class FsStateBackendFactory implements StateBackendFactory<FsStateBackend> {

    @Override
    public FsStateBackend createFromConfig(ReadableConfig config, ClassLoader classLoader)
            throws IllegalConfigurationException {
        String directory = config.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
        if (directory == null) {
            throw new IllegalConfigurationException(
                    "The state backend 'filesystem' needs a directory for checkpoints, but '"
                            + CheckpointingOptions.CHECKPOINTS_DIRECTORY.key()
                            + "' does not say where.");
        }
        try {
            return new FsStateBackend(directory).configure(config, classLoader);
        } catch (IllegalArgumentException e) {
            throw new IllegalConfigurationException(
                    "The settings for the state backend 'filesystem' are unfit: " + e.getMessage(),
                    e);
        }
    }
}
