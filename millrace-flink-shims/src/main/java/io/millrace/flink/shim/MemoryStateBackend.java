// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.io.Serial;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.state.storage.JobManagerCheckpointStorage;

/** State on the heap, checkpoints in the JobManager's memory. */
public class MemoryStateBackend extends HashMapStateBackend implements StateBackends.WithStorage {
    @Serial private static final long serialVersionUID = 1L;

    private final JobManagerCheckpointStorage storage;

    public MemoryStateBackend() {
        this(JobManagerCheckpointStorage.DEFAULT_MAX_STATE_SIZE);
    }

    public MemoryStateBackend(boolean asynchronous) {
        this();
    }

    public MemoryStateBackend(int largest) {
        storage = new JobManagerCheckpointStorage(largest);
    }

    public MemoryStateBackend(int largest, boolean asynchronous) {
        this(largest);
    }

    public int getMaxStateSize() {
        return storage.getMaxStateSize();
    }

    @Override
    public CheckpointStorage checkpointStorage() {
        return storage;
    }
}
