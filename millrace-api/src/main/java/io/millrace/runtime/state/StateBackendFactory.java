// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import java.io.IOException;

/**
 * Makes a state backend from settings; found by the name of its class under {@code
 * state.backend.type}. It needs a public constructor without parameters.
 *
 * @param <T> the backend
 */
@PublicEvolving
public interface StateBackendFactory<T extends StateBackend> {

    /**
     * The backend.
     *
     * @throws IllegalConfigurationException when the settings are unfit
     * @throws IOException when it can't be set up
     */
    T createFromConfig(ReadableConfig config, ClassLoader classLoader)
            throws IllegalConfigurationException, IOException;
}
