// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.configuration.Configuration;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.core.fs.Path;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.KeyedStateSetup;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.FileCheckpointStorage;
import io.millrace.metrics.MetricGroup;
import io.millrace.metrics.groups.UnregisteredMetricsGroup;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Backends of an operator's subtasks of either kind, and a storage for their snapshots. */
final class Ground implements AutoCloseable {

    /** Which backend. */
    enum Kind {
        HEAP,
        ROCKSDB
    }

    static final int MAX_PARALLELISM = 8;
    static final OperatorId OPERATOR = new OperatorId("0123456789abcdef0123456789abcdef");

    final Configuration configuration = new Configuration();
    final FileCheckpointStorage storage;
    private final java.nio.file.Path directory;
    private final List<KeyedStateBackendFactory> factories = new ArrayList<>();

    /** What one snapshot of all subtasks consists of. */
    record Taken(long checkpointId, List<StateHandle> handles) {}

    Ground(java.nio.file.Path directory) throws IOException {
        this.directory = directory;
        this.storage =
                new FileCheckpointStorage(
                        CheckpointPaths.ofJob(
                                new Path(directory.resolve("checkpoints").toUri()),
                                "0123456789abcdef0123456789abcdef"),
                        0,
                        1 << 16);
        storage.open("job");
    }

    KeyedStateBackendFactory factory(Kind kind, boolean incremental, LongSupplier nowMs)
            throws IOException {
        KeyedStateBackendFactory factory =
                kind == Kind.HEAP
                        ? new HeapKeyedStateBackendFactory(nowMs)
                        : rocks(new EmbeddedRocksDBStateBackend(incremental), nowMs);
        factories.add(factory);
        return factory;
    }

    /** The same, closed with the ground. */
    RocksBackends own(EmbeddedRocksDBStateBackend choice) throws IOException {
        RocksBackends backends = rocks(choice, System::currentTimeMillis);
        factories.add(backends);
        return backends;
    }

    RocksBackends rocks(EmbeddedRocksDBStateBackend choice, LongSupplier nowMs) throws IOException {
        choice.setDbStoragePath(directory.resolve("local").toString());
        return rocksWhereChosen(choice, nowMs);
    }

    /** In the directories that were chosen. */
    RocksBackends rocksWhereChosen(EmbeddedRocksDBStateBackend choice) throws IOException {
        return rocksWhereChosen(choice, System::currentTimeMillis);
    }

    private RocksBackends rocksWhereChosen(EmbeddedRocksDBStateBackend choice, LongSupplier nowMs)
            throws IOException {
        return RocksBackends.of(
                choice.configure(configuration, getClass().getClassLoader()),
                new KeyedStateSetup(
                        choice, configuration, getClass().getClassLoader(), "job", 1, nowMs));
    }

    static <K> KeyedStateBackend<K> backend(
            KeyedStateBackendFactory factory,
            TypeSerializer<K> keys,
            int subtask,
            int parallelism,
            List<RestoredState> restored)
            throws Exception {
        return backend(
                factory, keys, subtask, parallelism, restored, new UnregisteredMetricsGroup());
    }

    static <K> KeyedStateBackend<K> backend(
            KeyedStateBackendFactory factory,
            TypeSerializer<K> keys,
            int subtask,
            int parallelism,
            List<RestoredState> restored,
            MetricGroup metrics)
            throws Exception {
        return factory.create(
                new KeyedStateRequest<>(
                        "Count words",
                        "count",
                        OPERATOR,
                        subtask,
                        keys,
                        MAX_PARALLELISM,
                        KeyGroups.range(subtask, parallelism, MAX_PARALLELISM),
                        new ExecutionConfig(),
                        metrics,
                        restored));
    }

    /** Writes what was frozen of one subtask. */
    List<StateHandle> write(SnapshotOrder order, int subtask, FrozenState frozen)
            throws IOException {
        return new SnapshotWriter(storage, StateCompression.NONE, System::nanoTime)
                .write(
                        order,
                        0,
                        subtask,
                        List.of(new SnapshotWriter.Part(OPERATOR, "Count words", List.of(frozen))),
                        0,
                        new SnapshotWriter.Stop())
                .operators()
                .get(0)
                .handles();
    }

    /** Deals handles to a subtask. */
    List<RestoredState> dealt(Taken taken, int subtask, int parallelism) {
        List<RestoredState> dealt = new ArrayList<>();
        for (StateHandle handle : taken.handles()) {
            if (handle.keyGroups()
                    .overlaps(KeyGroups.range(subtask, parallelism, MAX_PARALLELISM))) {
                dealt.add(restored(handle, taken.checkpointId()));
            }
        }
        return dealt;
    }

    RestoredState restored(StateHandle handle, long checkpointId) {
        String pointer = storage.describe() + "/chk-" + checkpointId;
        return new RestoredState(
                handle,
                () -> storage.read(handle.bytes(), pointer),
                new RestoredState.Files() {
                    @Override
                    public InputStream open(SharedFile file) throws IOException {
                        return storage.read(file.place(), pointer);
                    }

                    @Override
                    public Optional<java.nio.file.Path> local(SharedFile file) throws IOException {
                        return storage.local(file.place(), pointer);
                    }

                    @Override
                    public boolean isShared(SharedFile file) throws IOException {
                        return storage.sharedName(file.place(), pointer) != null;
                    }
                });
    }

    java.nio.file.Path local() {
        return directory.resolve("local").resolve("millrace-rocksdb");
    }

    @Override
    public void close() throws Exception {
        factories.forEach(KeyedStateBackendFactory::close);
        storage.close();
    }
}
