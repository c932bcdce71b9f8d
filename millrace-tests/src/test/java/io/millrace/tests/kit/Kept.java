// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;

/** How a job keeps its keyed state, and what its checkpoints hold of it: a case for each. */
public enum Kept {
    ON_THE_HEAP("hashmap", false),
    ON_THE_HEAP_IN_LAYERS("hashmap", true),
    IN_ROCKSDB("rocksdb", false),
    IN_ROCKSDB_BY_FILES("rocksdb", true);

    private final String backend;
    private final boolean incremental;

    Kept(String backend, boolean incremental) {
        this.backend = backend;
        this.incremental = incremental;
    }

    /** The same settings, with these on top. However little there is, layers are written. */
    public Configuration in(Configuration configuration) {
        Configuration all = new Configuration(configuration);
        all.setString("state.backend.type", backend);
        all.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, incremental);
        all.setString("millrace.checkpoints.incremental-from", "0");
        return all;
    }

    public Configuration alone() {
        return in(new Configuration());
    }

    /** The name of the backend, as settings have it. */
    public String backend() {
        return backend;
    }

    /** The other backend, its checkpoints as incremental as these. */
    public Kept elsewhere() {
        return switch (this) {
            case ON_THE_HEAP -> IN_ROCKSDB;
            case ON_THE_HEAP_IN_LAYERS -> IN_ROCKSDB_BY_FILES;
            case IN_ROCKSDB -> ON_THE_HEAP;
            case IN_ROCKSDB_BY_FILES -> ON_THE_HEAP_IN_LAYERS;
        };
    }
}
