// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.configuration.Configuration;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.contrib.streaming.state.RocksDBStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.KeyedStateBackendProvider;
import io.millrace.engine.state.KeyedStateSetup;
import io.millrace.runtime.state.StateBackend;

/** What the engine finds when a job chooses RocksDB. */
@SuppressWarnings("deprecation") // The old backend is still to be understood.
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
        return chosen instanceof EmbeddedRocksDBStateBackend
                || chosen instanceof RocksDBStateBackend;
    }

    @Override
    public StateBackend checkpointsOf(StateBackend chosen) {
        return chosen instanceof RocksDBStateBackend old ? old.getCheckpointBackend() : null;
    }

    @Override
    public KeyedStateBackendFactory backends(KeyedStateSetup setup) throws Exception {
        EmbeddedRocksDBStateBackend choice =
                setup.chosen() instanceof RocksDBStateBackend old
                        ? today(old.configure(setup.configuration(), setup.classLoader()))
                        : (EmbeddedRocksDBStateBackend) setup.chosen();
        return RocksBackends.of(
                choice.configure(setup.configuration(), setup.classLoader()), setup);
    }

    /** What one of the old kind, with its settings filled in, says about state. */
    private static EmbeddedRocksDBStateBackend today(RocksDBStateBackend old) {
        EmbeddedRocksDBStateBackend choice =
                new EmbeddedRocksDBStateBackend(old.isIncrementalCheckpointsEnabled());
        choice.setDbStoragePaths(old.getDbStoragePaths());
        choice.setPredefinedOptions(old.getPredefinedOptions());
        choice.setRocksDBOptions(old.getRocksDBOptions());
        choice.setNumberOfTransferThreads(old.getNumberOfTransferThreads());
        choice.setWriteBatchSize(old.getWriteBatchSize());
        choice.setPriorityQueueStateType(
                EmbeddedRocksDBStateBackend.PriorityQueueStateType.valueOf(
                        old.getPriorityQueueStateType().name()));
        return choice;
    }
}
