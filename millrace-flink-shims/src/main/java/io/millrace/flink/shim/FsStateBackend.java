// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.io.Serial;
import java.net.URI;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;

/** State on the heap, checkpoints in files. Snapshots have always been asynchronous since 1.13. */
public class FsStateBackend extends HashMapStateBackend implements StateBackends.WithStorage {
    @Serial private static final long serialVersionUID = 1L;

    private final FileSystemCheckpointStorage storage;

    public FsStateBackend(String directory) {
        this(new FileSystemCheckpointStorage(directory));
    }

    public FsStateBackend(String directory, boolean asynchronous) {
        this(new FileSystemCheckpointStorage(directory));
    }

    public FsStateBackend(Path directory) {
        this(new FileSystemCheckpointStorage(directory));
    }

    public FsStateBackend(Path directory, boolean asynchronous) {
        this(new FileSystemCheckpointStorage(directory));
    }

    public FsStateBackend(URI directory) {
        this(new FileSystemCheckpointStorage(directory));
    }

    public FsStateBackend(URI directory, boolean asynchronous) {
        this(new FileSystemCheckpointStorage(directory));
    }

    public FsStateBackend(URI directory, int smallFiles) {
        this(new FileSystemCheckpointStorage(directory, smallFiles));
    }

    private FsStateBackend(FileSystemCheckpointStorage storage) {
        this.storage = storage;
    }

    public Path getCheckpointPath() {
        return storage.getCheckpointPath();
    }

    public int getMinFileSizeThreshold() {
        return storage.getMinFileSizeThreshold();
    }

    @Override
    public CheckpointStorage checkpointStorage() {
        return storage;
    }
}
