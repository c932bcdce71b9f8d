// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import java.io.Serializable;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.WriteBufferManager;

/** How a budget of memory is divided among what RocksDB takes. */
public class RocksDBMemoryControllerUtils {

    private RocksDBMemoryControllerUtils() {}

    /** Makes what the memory of all databases of a job is counted by. */
    public interface RocksDBMemoryFactory extends Serializable {

        /** A cache that gives up what was used least recently, and RocksDB's own counting. */
        RocksDBMemoryFactory DEFAULT = new Usual();

        /**
         * The cache of all blocks, in which write buffers count as well.
         *
         * @param cacheCapacity in bytes
         * @param highPriorityPoolRatio the share of it that is kept for indexes and filters
         */
        Cache createCache(long cacheCapacity, double highPriorityPoolRatio);

        /**
         * What counts write buffers.
         *
         * @param writeBufferManagerCapacity of all of them together, in bytes
         * @param cache in which they count
         */
        WriteBufferManager createWriteBufferManager(long writeBufferManagerCapacity, Cache cache);
    }

    /** What there is unless the program has another. */
    private static final class Usual implements RocksDBMemoryFactory {
        private static final long serialVersionUID = 1L;

        @Override
        public Cache createCache(long cacheCapacity, double highPriorityPoolRatio) {
            return new LRUCache(cacheCapacity, -1, false, highPriorityPoolRatio);
        }

        @Override
        public WriteBufferManager createWriteBufferManager(
                long writeBufferManagerCapacity, Cache cache) {
            return new WriteBufferManager(writeBufferManagerCapacity, cache);
        }
    }
}
