// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import io.millrace.annotation.Internal;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;

/** Figures that RocksDB has of each column family, that is, of each state. */
@Internal
public enum RocksDBProperty {
    /** As the option {@code state.backend.rocksdb.metrics.num-immutable-mem-table} tells. */
    NumImmutableMemTable("num-immutable-mem-table"),
    /** As the option {@code state.backend.rocksdb.metrics.mem-table-flush-pending} tells. */
    MemTableFlushPending("mem-table-flush-pending"),
    /** As the option {@code state.backend.rocksdb.metrics.compaction-pending} tells. */
    CompactionPending("compaction-pending"),
    /** As the option {@code state.backend.rocksdb.metrics.background-errors} tells. */
    BackgroundErrors("background-errors"),
    /** As the option {@code state.backend.rocksdb.metrics.cur-size-active-mem-table} tells. */
    CurSizeActiveMemTable("cur-size-active-mem-table"),
    /** As the option {@code state.backend.rocksdb.metrics.cur-size-all-mem-tables} tells. */
    CurSizeAllMemTables("cur-size-all-mem-tables"),
    /** As the option {@code state.backend.rocksdb.metrics.size-all-mem-tables} tells. */
    SizeAllMemTables("size-all-mem-tables"),
    /** As the option {@code state.backend.rocksdb.metrics.num-entries-active-mem-table} tells. */
    NumEntriesActiveMemTable("num-entries-active-mem-table"),
    /** As the option {@code state.backend.rocksdb.metrics.num-entries-imm-mem-tables} tells. */
    NumEntriesImmMemTables("num-entries-imm-mem-tables"),
    /** As the option {@code state.backend.rocksdb.metrics.num-deletes-active-mem-table} tells. */
    NumDeletesActiveMemTable("num-deletes-active-mem-table"),
    /** As the option {@code state.backend.rocksdb.metrics.num-deletes-imm-mem-tables} tells. */
    NumDeletesImmMemTables("num-deletes-imm-mem-tables"),
    /** As the option {@code state.backend.rocksdb.metrics.estimate-num-keys} tells. */
    EstimateNumKeys("estimate-num-keys"),
    /** As the option {@code state.backend.rocksdb.metrics.estimate-table-readers-mem} tells. */
    EstimateTableReadersMem("estimate-table-readers-mem"),
    /** As the option {@code state.backend.rocksdb.metrics.num-snapshots} tells. */
    NumSnapshots("num-snapshots"),
    /** As the option {@code state.backend.rocksdb.metrics.num-live-versions} tells. */
    NumLiveVersions("num-live-versions"),
    /** As the option {@code state.backend.rocksdb.metrics.estimate-live-data-size} tells. */
    EstimateLiveDataSize("estimate-live-data-size"),
    /** As the option {@code state.backend.rocksdb.metrics.total-sst-files-size} tells. */
    TotalSstFilesSize("total-sst-files-size"),
    /** As the option {@code state.backend.rocksdb.metrics.live-sst-files-size} tells. */
    LiveSstFilesSize("live-sst-files-size"),
    /**
     * As the option {@code state.backend.rocksdb.metrics.estimate-pending-compaction-bytes} tells.
     */
    EstimatePendingCompactionBytes("estimate-pending-compaction-bytes"),
    /** As the option {@code state.backend.rocksdb.metrics.num-running-compactions} tells. */
    NumRunningCompactions("num-running-compactions"),
    /** As the option {@code state.backend.rocksdb.metrics.num-running-flushes} tells. */
    NumRunningFlushes("num-running-flushes"),
    /** As the option {@code state.backend.rocksdb.metrics.actual-delayed-write-rate} tells. */
    ActualDelayedWriteRate("actual-delayed-write-rate"),
    /** As the option {@code state.backend.rocksdb.metrics.is-write-stopped} tells. */
    IsWriteStopped("is-write-stopped"),
    /** As the option {@code state.backend.rocksdb.metrics.block-cache-capacity} tells. */
    BlockCacheCapacity("block-cache-capacity"),
    /** As the option {@code state.backend.rocksdb.metrics.block-cache-usage} tells. */
    BlockCacheUsage("block-cache-usage"),
    /** As the option {@code state.backend.rocksdb.metrics.block-cache-pinned-usage} tells. */
    BlockCachePinnedUsage("block-cache-pinned-usage"),
    /** As the option {@code state.backend.rocksdb.metrics.num-files-at-level0} tells. */
    NumFilesAtLevel0("num-files-at-level0"),
    /** As the option {@code state.backend.rocksdb.metrics.num-files-at-level1} tells. */
    NumFilesAtLevel1("num-files-at-level1"),
    /** As the option {@code state.backend.rocksdb.metrics.num-files-at-level2} tells. */
    NumFilesAtLevel2("num-files-at-level2"),
    /** As the option {@code state.backend.rocksdb.metrics.num-files-at-level3} tells. */
    NumFilesAtLevel3("num-files-at-level3"),
    /** As the option {@code state.backend.rocksdb.metrics.num-files-at-level4} tells. */
    NumFilesAtLevel4("num-files-at-level4"),
    /** As the option {@code state.backend.rocksdb.metrics.num-files-at-level5} tells. */
    NumFilesAtLevel5("num-files-at-level5"),
    /** As the option {@code state.backend.rocksdb.metrics.num-files-at-level6} tells. */
    NumFilesAtLevel6("num-files-at-level6");

    private static final String LEVELS = "num-files-at-level";

    private final String name;

    RocksDBProperty(String name) {
        this.name = name;
    }

    /** RocksDB's name of it. */
    public String getRocksDBProperty() {
        return "rocksdb." + name;
    }

    /**
     * The figure, which is unsigned.
     *
     * @throws Exception RocksDB can't tell it
     */
    public long getNumericalPropertyValue(RocksDB rocksDB, ColumnFamilyHandle handle)
            throws Exception {
        // Those of levels RocksDB gives as text only.
        return name.startsWith(LEVELS)
                ? Long.parseLong(rocksDB.getProperty(handle, getRocksDBProperty()))
                : rocksDB.getLongProperty(handle, getRocksDBProperty());
    }

    /** The key of the option that asks for it. */
    public String getConfigKey() {
        return "state.backend.rocksdb.metrics." + name;
    }
}
