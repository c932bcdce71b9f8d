// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.io.Serial;
import java.net.URI;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;

/** State in RocksDB, checkpoints in files. */
public class RocksDBStateBackend extends EmbeddedRocksDBStateBackend
        implements StateBackends.WithStorage {
    @Serial private static final long serialVersionUID = 1L;

    private final CheckpointStorage storage;

    public RocksDBStateBackend(String directory) {
        this.storage = new FileSystemCheckpointStorage(directory);
    }

    public RocksDBStateBackend(String directory, boolean incremental) {
        super(incremental);
        this.storage = new FileSystemCheckpointStorage(directory);
    }

    public RocksDBStateBackend(URI directory) {
        this.storage = new FileSystemCheckpointStorage(directory);
    }

    public RocksDBStateBackend(URI directory, boolean incremental) {
        super(incremental);
        this.storage = new FileSystemCheckpointStorage(directory);
    }

    /** Checkpoints are kept where the other backend keeps them. */
    public RocksDBStateBackend(StateBackend backend) {
        this.storage =
                backend instanceof StateBackends.WithStorage with ? with.checkpointStorage() : null;
    }

    @Override
    public CheckpointStorage checkpointStorage() {
        return storage;
    }
}
