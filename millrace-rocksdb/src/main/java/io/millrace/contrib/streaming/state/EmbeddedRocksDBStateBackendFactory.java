// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.runtime.state.StateBackendFactory;

/** Makes the choice of state on RocksDB from settings. */
@PublicEvolving
public class EmbeddedRocksDBStateBackendFactory
        implements StateBackendFactory<EmbeddedRocksDBStateBackend> {

    @Override
    public EmbeddedRocksDBStateBackend createFromConfig(
            ReadableConfig config, ClassLoader classLoader)
            throws IllegalConfigurationException {
        return new EmbeddedRocksDBStateBackend().configure(config, classLoader);
    }
}
