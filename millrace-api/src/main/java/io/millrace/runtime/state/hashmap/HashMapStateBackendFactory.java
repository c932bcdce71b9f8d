// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.hashmap;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.runtime.state.StateBackendFactory;

/** Makes the choice of heap state from settings. */
@PublicEvolving
public class HashMapStateBackendFactory implements StateBackendFactory<HashMapStateBackend> {

    @Override
    public HashMapStateBackend createFromConfig(ReadableConfig config, ClassLoader classLoader)
            throws IllegalConfigurationException {
        return new HashMapStateBackend().configure(config, classLoader);
    }
}
