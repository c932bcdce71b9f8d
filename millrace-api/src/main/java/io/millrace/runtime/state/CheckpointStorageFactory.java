// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;

/**
 * Makes a storage from settings; found by the name of its class under {@code
 * execution.checkpointing.storage}. It needs a public constructor without parameters.
 *
 * @param <T> the storage
 */
@PublicEvolving
public interface CheckpointStorageFactory<T extends CheckpointStorage> {

    /**
     * The storage.
     *
     * @throws IllegalConfigurationException when the settings are unfit
     */
    T createFromConfig(ReadableConfig config, ClassLoader classLoader)
            throws IllegalConfigurationException;
}
