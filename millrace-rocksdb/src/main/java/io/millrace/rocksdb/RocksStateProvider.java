// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.configuration.Configuration;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.KeyedStateBackendProvider;
import io.millrace.engine.state.KeyedStateSetup;
import io.millrace.runtime.state.StateBackend;

/** What the engine finds when a job chooses RocksDB. */
public final class RocksStateProvider implements KeyedStateBackendProvider {

    @Override
    public String name() {
        return "rocksdb";
    }

    @Override
    public StateBackend fromSettings(Configuration configuration, ClassLoader classLoader) {
        return new EmbeddedRocksDBStateBackend().configure(configuration, classLoader);
    }

    @Override
    public boolean provides(StateBackend chosen) {
        return chosen instanceof EmbeddedRocksDBStateBackend;
    }

    @Override
    public StateBackend checkpointsOf(StateBackend chosen) {
        return null;
    }

    @Override
    public KeyedStateBackendFactory backends(KeyedStateSetup setup) throws Exception {
        EmbeddedRocksDBStateBackend choice =
                ((EmbeddedRocksDBStateBackend) setup.chosen())
                        .configure(setup.configuration(), setup.classLoader());
        return RocksBackends.of(choice, setup);
    }
}
