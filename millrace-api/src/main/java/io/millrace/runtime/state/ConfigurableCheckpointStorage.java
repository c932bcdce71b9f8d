// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.Internal;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;

/** A storage that takes what it was not told from settings. */
@Internal
public interface ConfigurableCheckpointStorage extends CheckpointStorage {

    /**
     * This choice, with what it leaves open filled in from settings.
     *
     * @throws IllegalConfigurationException when the settings are unfit
     */
    CheckpointStorage configure(ReadableConfig config, ClassLoader classLoader)
            throws IllegalConfigurationException;
}
