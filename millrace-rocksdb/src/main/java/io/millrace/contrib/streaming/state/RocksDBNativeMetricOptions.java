// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ReadableConfig;
import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.rocksdb.TickerType;

/**
 * What RocksDB tells of itself as metrics of the operator whose state it keeps; nothing unless it
 * is asked for. Some figures cost: to look at the sizes of files, for instance, takes the lock of
 * the database for a moment, and counters of events are kept for each read and write.
 *
 * <p>A property is a metric of each state, under {@code <state>.rocksdb.<property>}; a counter of
 * events is one of the whole database, under {@code rocksdb.<counter>}.
 */
@PublicEvolving
public class RocksDBNativeMetricOptions implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The key of {@link #COLUMN_FAMILY_AS_VARIABLE}. */
    public static final String METRICS_COLUMN_FAMILY_AS_VARIABLE_KEY =
            "state.backend.rocksdb.metrics.column-family-as-variable";

    /** How many write buffers of a state wait to be written out. */
    public static final ConfigOption<Boolean> MONITOR_NUM_IMMUTABLE_MEM_TABLES =
            key(RocksDBProperty.NumImmutableMemTable.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many write buffers of a state wait to be written out.");

    /** 1 while a write buffer of a state is to be written out, else 0. */
    public static final ConfigOption<Boolean> MONITOR_MEM_TABLE_FLUSH_PENDING =
            key(RocksDBProperty.MemTableFlushPending.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "1 while a write buffer of a state is to be written out, else 0.");

    /** 1 while files of a state are to be compacted, else 0. */
    public static final ConfigOption<Boolean> TRACK_COMPACTION_PENDING =
            key(RocksDBProperty.CompactionPending.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("1 while files of a state are to be compacted, else 0.");

    /** How often writing out or compacting has failed. */
    public static final ConfigOption<Boolean> MONITOR_BACKGROUND_ERRORS =
            key(RocksDBProperty.BackgroundErrors.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How often writing out or compacting has failed.");

    /** Bytes in the write buffer of a state that is being filled. */
    public static final ConfigOption<Boolean> MONITOR_CUR_SIZE_ACTIVE_MEM_TABLE =
            key(RocksDBProperty.CurSizeActiveMemTable.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes in the write buffer of a state that is being filled.");

    /** Bytes in write buffers of a state that are being filled or wait to be written out. */
    public static final ConfigOption<Boolean> MONITOR_CUR_SIZE_ALL_MEM_TABLE =
            key(RocksDBProperty.CurSizeAllMemTables.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in write buffers of a state that are being filled or wait to be written out.");

    /** Bytes in all write buffers of a state, those included that only scans still need. */
    public static final ConfigOption<Boolean> MONITOR_SIZE_ALL_MEM_TABLES =
            key(RocksDBProperty.SizeAllMemTables.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in all write buffers of a state, those included that only scans still need.");

    /** How many entries the write buffer of a state has that is being filled. */
    public static final ConfigOption<Boolean> MONITOR_NUM_ENTRIES_ACTIVE_MEM_TABLE =
            key(RocksDBProperty.NumEntriesActiveMemTable.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many entries the write buffer of a state has that is being filled.");

    /** How many entries the write buffers of a state have that wait to be written out. */
    public static final ConfigOption<Boolean> MONITOR_NUM_ENTRIES_IMM_MEM_TABLES =
            key(RocksDBProperty.NumEntriesImmMemTables.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many entries the write buffers of a state have that wait to be written out.");

    /** How many removals are in the write buffer of a state that is being filled. */
    public static final ConfigOption<Boolean> MONITOR_NUM_DELETES_ACTIVE_MEM_TABLE =
            key(RocksDBProperty.NumDeletesActiveMemTable.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many removals are in the write buffer of a state that is being filled.");

    /** How many removals are in the write buffers of a state that wait to be written out. */
    public static final ConfigOption<Boolean> MONITOR_NUM_DELETES_IMM_MEM_TABLE =
            key(RocksDBProperty.NumDeletesImmMemTables.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many removals are in the write buffers of a state that wait to be written out.");

    /** About how many keys a state has. */
    public static final ConfigOption<Boolean> ESTIMATE_NUM_KEYS =
            key(RocksDBProperty.EstimateNumKeys.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("About how many keys a state has.");

    /** About how many bytes open files of a state take in memory, outside of the cache. */
    public static final ConfigOption<Boolean> ESTIMATE_TABLE_READERS_MEM =
            key(RocksDBProperty.EstimateTableReadersMem.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "About how many bytes open files of a state take in memory, outside of the cache.");

    /** How many scans hold the database as it was when they began. */
    public static final ConfigOption<Boolean> MONITOR_NUM_SNAPSHOTS =
            key(RocksDBProperty.NumSnapshots.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many scans hold the database as it was when they began.");

    /**
     * How many sets of files of a state are in use; many mean that scans keep old files from being
     * removed.
     */
    public static final ConfigOption<Boolean> MONITOR_NUM_LIVE_VERSIONS =
            key(RocksDBProperty.NumLiveVersions.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many sets of files of a state are in use; many mean that scans keep old files from being removed.");

    /** About how many bytes of a state are not overwritten or removed. */
    public static final ConfigOption<Boolean> ESTIMATE_LIVE_DATA_SIZE =
            key(RocksDBProperty.EstimateLiveDataSize.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "About how many bytes of a state are not overwritten or removed.");

    /** Bytes in all files of a state; to look often may slow it down where there are many files. */
    public static final ConfigOption<Boolean> MONITOR_TOTAL_SST_FILES_SIZE =
            key(RocksDBProperty.TotalSstFilesSize.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in all files of a state; to look often may slow it down where there are many files.");

    /** Bytes in those files of a state that make up its newest version. */
    public static final ConfigOption<Boolean> MONITOR_LIVE_SST_FILES_SIZE =
            key(RocksDBProperty.LiveSstFilesSize.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in those files of a state that make up its newest version.");

    /** About how many bytes of a state must be rewritten to bring its levels to their sizes. */
    public static final ConfigOption<Boolean> ESTIMATE_PENDING_COMPACTION_BYTES =
            key(RocksDBProperty.EstimatePendingCompactionBytes.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "About how many bytes of a state must be rewritten to bring its levels to their sizes.");

    /** How many compactions are at work. */
    public static final ConfigOption<Boolean> MONITOR_NUM_RUNNING_COMPACTIONS =
            key(RocksDBProperty.NumRunningCompactions.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many compactions are at work.");

    /** How many write buffers are being written out. */
    public static final ConfigOption<Boolean> MONITOR_NUM_RUNNING_FLUSHES =
            key(RocksDBProperty.NumRunningFlushes.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many write buffers are being written out.");

    /** The bytes per second to which writes are slowed down; 0 while they are not. */
    public static final ConfigOption<Boolean> MONITOR_ACTUAL_DELAYED_WRITE_RATE =
            key(RocksDBProperty.ActualDelayedWriteRate.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "The bytes per second to which writes are slowed down; 0 while they are not.");

    /** 1 while writes wait for compaction, else 0. */
    public static final ConfigOption<Boolean> IS_WRITE_STOPPED =
            key(RocksDBProperty.IsWriteStopped.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("1 while writes wait for compaction, else 0.");

    /** Bytes that the cache of blocks may hold. */
    public static final ConfigOption<Boolean> BLOCK_CACHE_CAPACITY =
            key(RocksDBProperty.BlockCacheCapacity.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that the cache of blocks may hold.");

    /** Bytes that the cache of blocks holds. */
    public static final ConfigOption<Boolean> BLOCK_CACHE_USAGE =
            key(RocksDBProperty.BlockCacheUsage.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that the cache of blocks holds.");

    /** Bytes in the cache of blocks that are in use and can't be given up. */
    public static final ConfigOption<Boolean> BLOCK_CACHE_PINNED_USAGE =
            key(RocksDBProperty.BlockCachePinnedUsage.getConfigKey())
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in the cache of blocks that are in use and can't be given up.");

    /**
     * Whether the name of a state is the value of a variable of the metrics' group (column_family),
     * instead of a group of its own.
     */
    public static final ConfigOption<Boolean> COLUMN_FAMILY_AS_VARIABLE =
            key(METRICS_COLUMN_FAMILY_AS_VARIABLE_KEY)
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether the name of a state is the value of a variable of the metrics' group (column_family), instead of a group of its own.");

    /** How many files a state has at each level; seven metrics. */
    public static final ConfigOption<Boolean> MONITOR_NUM_FILES_AT_LEVEL =
            key("state.backend.rocksdb.metrics.num-files-at-level")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many files a state has at each level; seven metrics.");

    /** How many blocks were found in the cache. */
    public static final ConfigOption<Boolean> MONITOR_BLOCK_CACHE_HIT =
            key("state.backend.rocksdb.metrics.block-cache-hit")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many blocks were found in the cache.");

    /** How many blocks were not found in the cache. */
    public static final ConfigOption<Boolean> MONITOR_BLOCK_CACHE_MISS =
            key("state.backend.rocksdb.metrics.block-cache-miss")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many blocks were not found in the cache.");

    /** How many reads of files Bloom filters have spared. */
    public static final ConfigOption<Boolean> MONITOR_BLOOM_FILTER_USEFUL =
            key("state.backend.rocksdb.metrics.bloom-filter-useful")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many reads of files Bloom filters have spared.");

    /** How many reads of files Bloom filters have not spared. */
    public static final ConfigOption<Boolean> MONITOR_BLOOM_FILTER_FULL_POSITIVE =
            key("state.backend.rocksdb.metrics.bloom-filter-full-positive")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many reads of files Bloom filters have not spared.");

    /** How many reads that Bloom filters have not spared found their key. */
    public static final ConfigOption<Boolean> MONITOR_BLOOM_FILTER_FULL_TRUE_POSITIVE =
            key("state.backend.rocksdb.metrics.bloom-filter-full-true-positive")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many reads that Bloom filters have not spared found their key.");

    /** Bytes that were read by key. */
    public static final ConfigOption<Boolean> MONITOR_BYTES_READ =
            key("state.backend.rocksdb.metrics.bytes-read")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that were read by key.");

    /** Bytes that were read by scans. */
    public static final ConfigOption<Boolean> MONITOR_ITER_BYTES_READ =
            key("state.backend.rocksdb.metrics.iter-bytes-read")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that were read by scans.");

    /** Bytes that were written by the job. */
    public static final ConfigOption<Boolean> MONITOR_BYTES_WRITTEN =
            key("state.backend.rocksdb.metrics.bytes-written")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that were written by the job.");

    /** Bytes that compactions have read. */
    public static final ConfigOption<Boolean> MONITOR_COMPACTION_READ_BYTES =
            key("state.backend.rocksdb.metrics.compaction-read-bytes")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that compactions have read.");

    /** Bytes that compactions have written. */
    public static final ConfigOption<Boolean> MONITOR_COMPACTION_WRITE_BYTES =
            key("state.backend.rocksdb.metrics.compaction-write-bytes")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that compactions have written.");

    /** For how many microseconds writes have waited for RocksDB to write out or compact. */
    public static final ConfigOption<Boolean> MONITOR_STALL_MICROS =
            key("state.backend.rocksdb.metrics.stall-micros")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "For how many microseconds writes have waited for RocksDB to write out or compact.");

    private static final Map<ConfigOption<Boolean>, RocksDBProperty> PROPERTIES =
            Map.ofEntries(
                    Map.entry(
                            MONITOR_NUM_IMMUTABLE_MEM_TABLES, RocksDBProperty.NumImmutableMemTable),
                    Map.entry(
                            MONITOR_MEM_TABLE_FLUSH_PENDING, RocksDBProperty.MemTableFlushPending),
                    Map.entry(TRACK_COMPACTION_PENDING, RocksDBProperty.CompactionPending),
                    Map.entry(MONITOR_BACKGROUND_ERRORS, RocksDBProperty.BackgroundErrors),
                    Map.entry(
                            MONITOR_CUR_SIZE_ACTIVE_MEM_TABLE,
                            RocksDBProperty.CurSizeActiveMemTable),
                    Map.entry(MONITOR_CUR_SIZE_ALL_MEM_TABLE, RocksDBProperty.CurSizeAllMemTables),
                    Map.entry(MONITOR_SIZE_ALL_MEM_TABLES, RocksDBProperty.SizeAllMemTables),
                    Map.entry(
                            MONITOR_NUM_ENTRIES_ACTIVE_MEM_TABLE,
                            RocksDBProperty.NumEntriesActiveMemTable),
                    Map.entry(
                            MONITOR_NUM_ENTRIES_IMM_MEM_TABLES,
                            RocksDBProperty.NumEntriesImmMemTables),
                    Map.entry(
                            MONITOR_NUM_DELETES_ACTIVE_MEM_TABLE,
                            RocksDBProperty.NumDeletesActiveMemTable),
                    Map.entry(
                            MONITOR_NUM_DELETES_IMM_MEM_TABLE,
                            RocksDBProperty.NumDeletesImmMemTables),
                    Map.entry(ESTIMATE_NUM_KEYS, RocksDBProperty.EstimateNumKeys),
                    Map.entry(ESTIMATE_TABLE_READERS_MEM, RocksDBProperty.EstimateTableReadersMem),
                    Map.entry(MONITOR_NUM_SNAPSHOTS, RocksDBProperty.NumSnapshots),
                    Map.entry(MONITOR_NUM_LIVE_VERSIONS, RocksDBProperty.NumLiveVersions),
                    Map.entry(ESTIMATE_LIVE_DATA_SIZE, RocksDBProperty.EstimateLiveDataSize),
                    Map.entry(MONITOR_TOTAL_SST_FILES_SIZE, RocksDBProperty.TotalSstFilesSize),
                    Map.entry(MONITOR_LIVE_SST_FILES_SIZE, RocksDBProperty.LiveSstFilesSize),
                    Map.entry(
                            ESTIMATE_PENDING_COMPACTION_BYTES,
                            RocksDBProperty.EstimatePendingCompactionBytes),
                    Map.entry(
                            MONITOR_NUM_RUNNING_COMPACTIONS, RocksDBProperty.NumRunningCompactions),
                    Map.entry(MONITOR_NUM_RUNNING_FLUSHES, RocksDBProperty.NumRunningFlushes),
                    Map.entry(
                            MONITOR_ACTUAL_DELAYED_WRITE_RATE,
                            RocksDBProperty.ActualDelayedWriteRate),
                    Map.entry(IS_WRITE_STOPPED, RocksDBProperty.IsWriteStopped),
                    Map.entry(BLOCK_CACHE_CAPACITY, RocksDBProperty.BlockCacheCapacity),
                    Map.entry(BLOCK_CACHE_USAGE, RocksDBProperty.BlockCacheUsage),
                    Map.entry(BLOCK_CACHE_PINNED_USAGE, RocksDBProperty.BlockCachePinnedUsage));

    private static final Map<ConfigOption<Boolean>, TickerType> COUNTERS =
            Map.ofEntries(
                    Map.entry(MONITOR_BLOCK_CACHE_HIT, TickerType.BLOCK_CACHE_HIT),
                    Map.entry(MONITOR_BLOCK_CACHE_MISS, TickerType.BLOCK_CACHE_MISS),
                    Map.entry(MONITOR_BLOOM_FILTER_USEFUL, TickerType.BLOOM_FILTER_USEFUL),
                    Map.entry(
                            MONITOR_BLOOM_FILTER_FULL_POSITIVE,
                            TickerType.BLOOM_FILTER_FULL_POSITIVE),
                    Map.entry(
                            MONITOR_BLOOM_FILTER_FULL_TRUE_POSITIVE,
                            TickerType.BLOOM_FILTER_FULL_TRUE_POSITIVE),
                    Map.entry(MONITOR_BYTES_READ, TickerType.BYTES_READ),
                    Map.entry(MONITOR_ITER_BYTES_READ, TickerType.ITER_BYTES_READ),
                    Map.entry(MONITOR_BYTES_WRITTEN, TickerType.BYTES_WRITTEN),
                    Map.entry(MONITOR_COMPACTION_READ_BYTES, TickerType.COMPACT_READ_BYTES),
                    Map.entry(MONITOR_COMPACTION_WRITE_BYTES, TickerType.COMPACT_WRITE_BYTES),
                    Map.entry(MONITOR_STALL_MICROS, TickerType.STALL_MICROS));

    private final Set<RocksDBProperty> properties = EnumSet.noneOf(RocksDBProperty.class);
    private final Set<TickerType> counters = EnumSet.noneOf(TickerType.class);
    private boolean columnFamilyAsVariable = COLUMN_FAMILY_AS_VARIABLE.defaultValue();

    /** Nothing is told. */
    public RocksDBNativeMetricOptions() {}

    /** What is set to true. */
    public static RocksDBNativeMetricOptions fromConfig(ReadableConfig config) {
        RocksDBNativeMetricOptions options = new RocksDBNativeMetricOptions();
        PROPERTIES.forEach(
                (option, property) -> {
                    if (config.get(option)) {
                        options.properties.add(property);
                    }
                });
        COUNTERS.forEach(
                (option, counter) -> {
                    if (config.get(option)) {
                        options.counters.add(counter);
                    }
                });
        if (config.get(MONITOR_NUM_FILES_AT_LEVEL)) {
            options.enableNumFilesAtLevel();
        }
        options.columnFamilyAsVariable = config.get(COLUMN_FAMILY_AS_VARIABLE);
        return options;
    }

    /**
     * Counts events of one kind.
     *
     * @param nativeStatisticsOption one of the options here that speak of reads, writes, filters,
     *     compactions or the cache's hits
     * @throws IllegalArgumentException it is another option
     */
    public void enableNativeStatistics(ConfigOption<Boolean> nativeStatisticsOption) {
        TickerType counter = COUNTERS.get(nativeStatisticsOption);
        if (counter == null) {
            throw new IllegalArgumentException(
                    nativeStatisticsOption.key()
                            + " is not one of the counters of events of RocksDB.");
        }
        counters.add(counter);
    }

    /** How many write buffers of a state wait to be written out. */
    public void enableNumImmutableMemTable() {
        properties.add(RocksDBProperty.NumImmutableMemTable);
    }

    /** 1 while a write buffer of a state is to be written out, else 0. */
    public void enableMemTableFlushPending() {
        properties.add(RocksDBProperty.MemTableFlushPending);
    }

    /** 1 while files of a state are to be compacted, else 0. */
    public void enableCompactionPending() {
        properties.add(RocksDBProperty.CompactionPending);
    }

    /** How often writing out or compacting has failed. */
    public void enableBackgroundErrors() {
        properties.add(RocksDBProperty.BackgroundErrors);
    }

    /** Bytes in the write buffer of a state that is being filled. */
    public void enableCurSizeActiveMemTable() {
        properties.add(RocksDBProperty.CurSizeActiveMemTable);
    }

    /** Bytes in write buffers of a state that are being filled or wait to be written out. */
    public void enableCurSizeAllMemTables() {
        properties.add(RocksDBProperty.CurSizeAllMemTables);
    }

    /** Bytes in all write buffers of a state, those included that only scans still need. */
    public void enableSizeAllMemTables() {
        properties.add(RocksDBProperty.SizeAllMemTables);
    }

    /** How many entries the write buffer of a state has that is being filled. */
    public void enableNumEntriesActiveMemTable() {
        properties.add(RocksDBProperty.NumEntriesActiveMemTable);
    }

    /** How many entries the write buffers of a state have that wait to be written out. */
    public void enableNumEntriesImmMemTables() {
        properties.add(RocksDBProperty.NumEntriesImmMemTables);
    }

    /** How many removals are in the write buffer of a state that is being filled. */
    public void enableNumDeletesActiveMemTable() {
        properties.add(RocksDBProperty.NumDeletesActiveMemTable);
    }

    /** How many removals are in the write buffers of a state that wait to be written out. */
    public void enableNumDeletesImmMemTables() {
        properties.add(RocksDBProperty.NumDeletesImmMemTables);
    }

    /** About how many keys a state has. */
    public void enableEstimateNumKeys() {
        properties.add(RocksDBProperty.EstimateNumKeys);
    }

    /** About how many bytes open files of a state take in memory, outside of the cache. */
    public void enableEstimateTableReadersMem() {
        properties.add(RocksDBProperty.EstimateTableReadersMem);
    }

    /** How many scans hold the database as it was when they began. */
    public void enableNumSnapshots() {
        properties.add(RocksDBProperty.NumSnapshots);
    }

    /**
     * How many sets of files of a state are in use; many mean that scans keep old files from being
     * removed.
     */
    public void enableNumLiveVersions() {
        properties.add(RocksDBProperty.NumLiveVersions);
    }

    /** About how many bytes of a state are not overwritten or removed. */
    public void enableEstimateLiveDataSize() {
        properties.add(RocksDBProperty.EstimateLiveDataSize);
    }

    /** Bytes in all files of a state; to look often may slow it down where there are many files. */
    public void enableTotalSstFilesSize() {
        properties.add(RocksDBProperty.TotalSstFilesSize);
    }

    /** Bytes in those files of a state that make up its newest version. */
    public void enableLiveSstFilesSize() {
        properties.add(RocksDBProperty.LiveSstFilesSize);
    }

    /** About how many bytes of a state must be rewritten to bring its levels to their sizes. */
    public void enableEstimatePendingCompactionBytes() {
        properties.add(RocksDBProperty.EstimatePendingCompactionBytes);
    }

    /** How many compactions are at work. */
    public void enableNumRunningCompactions() {
        properties.add(RocksDBProperty.NumRunningCompactions);
    }

    /** How many write buffers are being written out. */
    public void enableNumRunningFlushes() {
        properties.add(RocksDBProperty.NumRunningFlushes);
    }

    /** The bytes per second to which writes are slowed down; 0 while they are not. */
    public void enableActualDelayedWriteRate() {
        properties.add(RocksDBProperty.ActualDelayedWriteRate);
    }

    /** 1 while writes wait for compaction, else 0. */
    public void enableIsWriteStopped() {
        properties.add(RocksDBProperty.IsWriteStopped);
    }

    /** Bytes that the cache of blocks may hold. */
    public void enableBlockCacheCapacity() {
        properties.add(RocksDBProperty.BlockCacheCapacity);
    }

    /** Bytes that the cache of blocks holds. */
    public void enableBlockCacheUsage() {
        properties.add(RocksDBProperty.BlockCacheUsage);
    }

    /** Bytes in the cache of blocks that are in use and can't be given up. */
    public void enableBlockCachePinnedUsage() {
        properties.add(RocksDBProperty.BlockCachePinnedUsage);
    }

    /** How many files a state has at each level; seven metrics. */
    public void enableNumFilesAtLevel() {
        properties.addAll(
                EnumSet.range(RocksDBProperty.NumFilesAtLevel0, RocksDBProperty.NumFilesAtLevel6));
    }

    /** Whether the name of a state is the value of a variable, instead of a group of its own. */
    public void setColumnFamilyAsVariable(boolean columnFamilyAsVariable) {
        this.columnFamilyAsVariable = columnFamilyAsVariable;
    }

    /** What is told of each state. */
    public Collection<RocksDBProperty> getProperties() {
        return Collections.unmodifiableCollection(properties);
    }

    /** Which events are counted. */
    public Collection<TickerType> getMonitorTickerTypes() {
        return Collections.unmodifiableCollection(counters);
    }

    /** Whether anything is told of states. */
    public boolean isEnabled() {
        return !properties.isEmpty();
    }

    /** Whether any events are counted. */
    public boolean isStatisticsEnabled() {
        return !counters.isEmpty();
    }

    /** Whether the name of a state is the value of a variable, instead of a group of its own. */
    public boolean isColumnFamilyAsVariable() {
        return columnFamilyAsVariable;
    }
}
