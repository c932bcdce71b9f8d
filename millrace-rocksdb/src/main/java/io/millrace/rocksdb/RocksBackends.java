// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend.PriorityQueueStateType;
import io.millrace.contrib.streaming.state.RocksDBOptions;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.KeyedStateSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The databases of one job: what they have in common is their memory and the directories they lie
 * in.
 */
final class RocksBackends implements KeyedStateBackendFactory {

    private static final Logger LOG = LoggerFactory.getLogger(RocksBackends.class);

    private final EmbeddedRocksDBStateBackend choice;
    private final List<WorkingDirectory> directories;
    private final SharedMemory memory;
    private final Tuning tuning;
    private final int timersOnHeap;
    private final LongSupplier nowMs;
    private final AtomicInteger made = new AtomicInteger();

    private RocksBackends(
            EmbeddedRocksDBStateBackend choice,
            KeyedStateSetup setup,
            List<WorkingDirectory> directories,
            SharedMemory memory) {
        this.choice = choice;
        this.directories = directories;
        this.memory = memory;
        this.tuning = new Tuning(choice, setup.configuration(), memory);
        this.timersOnHeap =
                choice.getPriorityQueueStateType() == PriorityQueueStateType.HEAP
                        ? Integer.MAX_VALUE
                        : setup.configuration()
                                .get(RocksDBOptions.ROCKSDB_TIMER_SERVICE_FACTORY_CACHE_SIZE);
        this.nowMs = setup.nowMs();
    }

    /**
     * @param choice with the settings filled in
     */
    static RocksBackends of(EmbeddedRocksDBStateBackend choice, KeyedStateSetup setup)
            throws IOException {
        Settings.check(setup.configuration());
        List<WorkingDirectory> directories = new ArrayList<>();
        SharedMemory memory = null;
        try {
            make(choice, directories);
            NativeLibrary.load(directories.stream().map(WorkingDirectory::path).toList());
            memory =
                    SharedMemory.of(
                            choice.getMemoryConfiguration(),
                            MemoryFactories.of(choice),
                            setup.configuration(),
                            setup.slots());
            LOG.info(
                    "Keyed state of job '{}' is in RocksDB, in {}; {}; checkpoints are {}",
                    setup.jobName(),
                    directories.stream().map(WorkingDirectory::path).toList(),
                    memory == null
                            ? "its memory has no common limit"
                            : "it may take "
                                    + (memory.budgetBytes() >> 20)
                                    + " MiB of memory outside the heap",
                    choice.isIncrementalCheckpointsEnabled() ? "incremental" : "full");
            return new RocksBackends(choice, setup, directories, memory);
        } catch (Throwable t) {
            if (memory != null) {
                memory.close();
            }
            directories.forEach(WorkingDirectory::close);
            throw t;
        }
    }

    /**
     * One in each directory that can be used: of several disks, some may be broken.
     *
     * @throws IOException none can
     */
    private static void make(EmbeddedRocksDBStateBackend choice, List<WorkingDirectory> directories)
            throws IOException {
        String[] paths = choice.getDbStoragePaths();
        List<IOException> unusable = new ArrayList<>();
        for (String path :
                paths != null ? paths : new String[] {System.getProperty("java.io.tmpdir")}) {
            try {
                directories.add(WorkingDirectory.in(Path.of(path)));
            } catch (IOException e) {
                unusable.add(e);
            }
        }
        if (directories.isEmpty()) {
            IOException first = unusable.remove(0);
            unusable.forEach(first::addSuppressed);
            throw first;
        }
        unusable.forEach(e -> LOG.warn("{} The other ones are used.", e.getMessage()));
    }

    @Override
    public <K> KeyedStateBackend<K> create(KeyedStateRequest<K> request) throws Exception {
        Owner<K> owner = Owner.of(request);
        WorkingDirectory work =
                directories.get(Math.floorMod(made.getAndIncrement(), directories.size()));
        Path directory = work.next(request.operatorName() + "-" + request.subtask());
        boolean filters = Cleanup.isMachines(nowMs);
        Database database = null;
        try {
            KnownFiles known = new KnownFiles();
            Restoration<K> restoration =
                    new Restoration<>(
                            owner,
                            directory,
                            work,
                            tuning,
                            filters,
                            choice.getNumberOfTransferThreads(),
                            choice.getWriteBatchSize(),
                            known);
            database = restoration.restore(request.restored());
            return new RocksKeyedStateBackend<>(
                    restoration.owner(),
                    database,
                    work,
                    known,
                    choice.isIncrementalCheckpointsEnabled(),
                    timersOnHeap,
                    nowMs);
        } catch (Throwable t) {
            if (database != null) {
                database.close();
            }
            try {
                WorkingDirectory.remove(directory);
            } catch (IOException e) {
                t.addSuppressed(e);
            }
            throw t;
        }
    }

    /** The shared memory, for tests; null where there is none. */
    SharedMemory memory() {
        return memory;
    }

    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
        directories.forEach(WorkingDirectory::close);
    }
}
