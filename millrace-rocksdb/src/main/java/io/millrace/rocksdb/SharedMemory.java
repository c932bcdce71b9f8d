// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.MemorySize;
import io.millrace.configuration.TaskManagerOptions;
import io.millrace.contrib.streaming.state.RocksDBMemoryConfiguration;
import io.millrace.contrib.streaming.state.RocksDBMemoryControllerUtils.RocksDBMemoryFactory;
import io.millrace.contrib.streaming.state.RocksDBOptions;
import org.rocksdb.Cache;
import org.rocksdb.WriteBufferManager;

/**
 * The memory outside the heap that all databases of a job take together: one cache, in which write
 * buffers count as well.
 *
 * <p><b>The sum.</b> RocksDB begins to write a buffer out when the buffers that still grow reach
 * 7/8 of their limit, and lets those being written take half as much again. So of a budget B with
 * the share r for write buffers, the limit of write buffers is 2/3 · r · B, and what the cache may
 * hold, write buffers included, is B − r · B / 3: at the worst, both together are B.
 *
 * <p>The cache is not strict: a strict one would fail reads and writes of the job when all of its
 * blocks are in use at once. What is in use at once is one block per open scan and level, which is
 * little; write buffers are the large part, and their limit starts writing out at once.
 */
final class SharedMemory implements AutoCloseable {

    private final Natives natives = new Natives();
    private final long budgetBytes;
    private final Cache cache;
    private final WriteBufferManager writeBuffers;
    private final long writeBufferBytes;
    private final boolean partitioned;

    private SharedMemory(
            long budgetBytes, RocksDBMemoryConfiguration how, RocksDBMemoryFactory factory) {
        double ratio = how.getWriteBufferRatio();
        this.budgetBytes = budgetBytes;
        this.writeBufferBytes = (long) (budgetBytes * ratio * 2 / 3);
        this.partitioned = how.isUsingPartitionedIndexFilters();
        try {
            this.cache =
                    own(
                            factory.createCache(
                                    (long) (budgetBytes - budgetBytes * ratio / 3),
                                    how.getHighPriorityPoolRatio()),
                            "cache");
            this.writeBuffers =
                    own(
                            factory.createWriteBufferManager(writeBufferBytes, cache),
                            "counter of write buffers");
        } catch (RuntimeException | Error e) {
            natives.close();
            throw e;
        }
    }

    private <T extends AutoCloseable> T own(T made, String what) {
        if (made == null) {
            throw new IllegalStateException(
                    "The program's RocksDBMemoryFactory gave no " + what + ", but null.");
        }
        return natives.own(made);
    }

    /** For a job with so many slots; null where nothing is to be shared. */
    static SharedMemory of(
            RocksDBMemoryConfiguration how,
            RocksDBMemoryFactory factory,
            Configuration configuration,
            int slots) {
        long budget = budget(how, configuration, slots);
        return budget == 0 ? null : new SharedMemory(budget, how, factory);
    }

    /** 0 for none. */
    static long budget(RocksDBMemoryConfiguration how, Configuration configuration, int slots) {
        if (how.isUsingFixedMemoryPerSlot()) {
            return how.getFixedMemoryPerSlot().getBytes() * slots;
        }
        MemorySize all = configuration.get(RocksDBOptions.FIX_PER_TM_MEMORY_SIZE);
        if (all != null) {
            return all.getBytes();
        }
        if (!how.isUsingManagedMemory()) {
            return 0;
        }
        MemorySize managed = configuration.get(TaskManagerOptions.MANAGED_MEMORY_SIZE);
        return managed != null
                ? managed.getBytes()
                : (long)
                        (Runtime.getRuntime().maxMemory()
                                * (double)
                                        configuration.get(
                                                TaskManagerOptions.MANAGED_MEMORY_FRACTION));
    }

    long budgetBytes() {
        return budgetBytes;
    }

    Cache cache() {
        return cache;
    }

    WriteBufferManager writeBuffers() {
        return writeBuffers;
    }

    /** The limit of all write buffers together. */
    long writeBufferBytes() {
        return writeBufferBytes;
    }

    boolean isPartitioned() {
        return partitioned;
    }

    @Override
    public void close() {
        natives.close();
    }
}
