// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.configuration.ConfigOption;

/**
 * What RocksDB may tell of itself as metrics. As {@link FurtherOptions} of RocksDB, these are here
 * to be known, checked and documented as all others are; its module reads them, by options of its
 * own.
 */
public final class RocksDbMetricOptions {

    /** How many write buffers of a state wait to be written out. */
    public static final ConfigOption<Boolean> NUM_IMMUTABLE_MEM_TABLE =
            key("state.backend.rocksdb.metrics.num-immutable-mem-table")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many write buffers of a state wait to be written out.");

    /** 1 while a write buffer of a state is to be written out, else 0. */
    public static final ConfigOption<Boolean> MEM_TABLE_FLUSH_PENDING =
            key("state.backend.rocksdb.metrics.mem-table-flush-pending")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "1 while a write buffer of a state is to be written out, else 0.");

    /** 1 while files of a state are to be compacted, else 0. */
    public static final ConfigOption<Boolean> COMPACTION_PENDING =
            key("state.backend.rocksdb.metrics.compaction-pending")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("1 while files of a state are to be compacted, else 0.");

    /** How often writing out or compacting has failed. */
    public static final ConfigOption<Boolean> BACKGROUND_ERRORS =
            key("state.backend.rocksdb.metrics.background-errors")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How often writing out or compacting has failed.");

    /** Bytes in the write buffer of a state that is being filled. */
    public static final ConfigOption<Boolean> CUR_SIZE_ACTIVE_MEM_TABLE =
            key("state.backend.rocksdb.metrics.cur-size-active-mem-table")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes in the write buffer of a state that is being filled.");

    /** Bytes in write buffers of a state that are being filled or wait to be written out. */
    public static final ConfigOption<Boolean> CUR_SIZE_ALL_MEM_TABLES =
            key("state.backend.rocksdb.metrics.cur-size-all-mem-tables")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in write buffers of a state that are being filled or wait to be written out.");

    /** Bytes in all write buffers of a state, those included that only scans still need. */
    public static final ConfigOption<Boolean> SIZE_ALL_MEM_TABLES =
            key("state.backend.rocksdb.metrics.size-all-mem-tables")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in all write buffers of a state, those included that only scans still need.");

    /** How many entries the write buffer of a state has that is being filled. */
    public static final ConfigOption<Boolean> NUM_ENTRIES_ACTIVE_MEM_TABLE =
            key("state.backend.rocksdb.metrics.num-entries-active-mem-table")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many entries the write buffer of a state has that is being filled.");

    /** How many entries the write buffers of a state have that wait to be written out. */
    public static final ConfigOption<Boolean> NUM_ENTRIES_IMM_MEM_TABLES =
            key("state.backend.rocksdb.metrics.num-entries-imm-mem-tables")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many entries the write buffers of a state have that wait to be written out.");

    /** How many removals are in the write buffer of a state that is being filled. */
    public static final ConfigOption<Boolean> NUM_DELETES_ACTIVE_MEM_TABLE =
            key("state.backend.rocksdb.metrics.num-deletes-active-mem-table")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many removals are in the write buffer of a state that is being filled.");

    /** How many removals are in the write buffers of a state that wait to be written out. */
    public static final ConfigOption<Boolean> NUM_DELETES_IMM_MEM_TABLES =
            key("state.backend.rocksdb.metrics.num-deletes-imm-mem-tables")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many removals are in the write buffers of a state that wait to be written out.");

    /** About how many keys a state has. */
    public static final ConfigOption<Boolean> ESTIMATE_NUM_KEYS =
            key("state.backend.rocksdb.metrics.estimate-num-keys")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("About how many keys a state has.");

    /** About how many bytes open files of a state take in memory, outside of the cache. */
    public static final ConfigOption<Boolean> ESTIMATE_TABLE_READERS_MEM =
            key("state.backend.rocksdb.metrics.estimate-table-readers-mem")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "About how many bytes open files of a state take in memory, outside of the cache.");

    /** How many scans hold the database as it was when they began. */
    public static final ConfigOption<Boolean> NUM_SNAPSHOTS =
            key("state.backend.rocksdb.metrics.num-snapshots")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many scans hold the database as it was when they began.");

    /**
     * How many sets of files of a state are in use; many mean that scans keep old files from being
     * removed.
     */
    public static final ConfigOption<Boolean> NUM_LIVE_VERSIONS =
            key("state.backend.rocksdb.metrics.num-live-versions")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many sets of files of a state are in use; many mean that scans keep old files from being removed.");

    /** About how many bytes of a state are not overwritten or removed. */
    public static final ConfigOption<Boolean> ESTIMATE_LIVE_DATA_SIZE =
            key("state.backend.rocksdb.metrics.estimate-live-data-size")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "About how many bytes of a state are not overwritten or removed.");

    /** Bytes in all files of a state; to look often may slow it down where there are many files. */
    public static final ConfigOption<Boolean> TOTAL_SST_FILES_SIZE =
            key("state.backend.rocksdb.metrics.total-sst-files-size")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in all files of a state; to look often may slow it down where there are many files.");

    /** Bytes in those files of a state that make up its newest version. */
    public static final ConfigOption<Boolean> LIVE_SST_FILES_SIZE =
            key("state.backend.rocksdb.metrics.live-sst-files-size")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in those files of a state that make up its newest version.");

    /** About how many bytes of a state must be rewritten to bring its levels to their sizes. */
    public static final ConfigOption<Boolean> ESTIMATE_PENDING_COMPACTION_BYTES =
            key("state.backend.rocksdb.metrics.estimate-pending-compaction-bytes")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "About how many bytes of a state must be rewritten to bring its levels to their sizes.");

    /** How many compactions are at work. */
    public static final ConfigOption<Boolean> NUM_RUNNING_COMPACTIONS =
            key("state.backend.rocksdb.metrics.num-running-compactions")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many compactions are at work.");

    /** How many write buffers are being written out. */
    public static final ConfigOption<Boolean> NUM_RUNNING_FLUSHES =
            key("state.backend.rocksdb.metrics.num-running-flushes")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many write buffers are being written out.");

    /** The bytes per second to which writes are slowed down; 0 while they are not. */
    public static final ConfigOption<Boolean> ACTUAL_DELAYED_WRITE_RATE =
            key("state.backend.rocksdb.metrics.actual-delayed-write-rate")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "The bytes per second to which writes are slowed down; 0 while they are not.");

    /** 1 while writes wait for compaction, else 0. */
    public static final ConfigOption<Boolean> IS_WRITE_STOPPED =
            key("state.backend.rocksdb.metrics.is-write-stopped")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("1 while writes wait for compaction, else 0.");

    /** Bytes that the cache of blocks may hold. */
    public static final ConfigOption<Boolean> BLOCK_CACHE_CAPACITY =
            key("state.backend.rocksdb.metrics.block-cache-capacity")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that the cache of blocks may hold.");

    /** Bytes that the cache of blocks holds. */
    public static final ConfigOption<Boolean> BLOCK_CACHE_USAGE =
            key("state.backend.rocksdb.metrics.block-cache-usage")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that the cache of blocks holds.");

    /** Bytes in the cache of blocks that are in use and can't be given up. */
    public static final ConfigOption<Boolean> BLOCK_CACHE_PINNED_USAGE =
            key("state.backend.rocksdb.metrics.block-cache-pinned-usage")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Bytes in the cache of blocks that are in use and can't be given up.");

    /**
     * Whether the name of a state is the value of a variable of the metrics' group (column_family),
     * instead of a group of its own.
     */
    public static final ConfigOption<Boolean> COLUMN_FAMILY_AS_VARIABLE =
            key("state.backend.rocksdb.metrics.column-family-as-variable")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether the name of a state is the value of a variable of the metrics' group (column_family), instead of a group of its own.");

    /** How many files a state has at each level; seven metrics. */
    public static final ConfigOption<Boolean> NUM_FILES_AT_LEVEL =
            key("state.backend.rocksdb.metrics.num-files-at-level")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many files a state has at each level; seven metrics.");

    /** How many blocks were found in the cache. */
    public static final ConfigOption<Boolean> BLOCK_CACHE_HIT =
            key("state.backend.rocksdb.metrics.block-cache-hit")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many blocks were found in the cache.");

    /** How many blocks were not found in the cache. */
    public static final ConfigOption<Boolean> BLOCK_CACHE_MISS =
            key("state.backend.rocksdb.metrics.block-cache-miss")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many blocks were not found in the cache.");

    /** How many reads of files Bloom filters have spared. */
    public static final ConfigOption<Boolean> BLOOM_FILTER_USEFUL =
            key("state.backend.rocksdb.metrics.bloom-filter-useful")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many reads of files Bloom filters have spared.");

    /** How many reads of files Bloom filters have not spared. */
    public static final ConfigOption<Boolean> BLOOM_FILTER_FULL_POSITIVE =
            key("state.backend.rocksdb.metrics.bloom-filter-full-positive")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("How many reads of files Bloom filters have not spared.");

    /** How many reads that Bloom filters have not spared found their key. */
    public static final ConfigOption<Boolean> BLOOM_FILTER_FULL_TRUE_POSITIVE =
            key("state.backend.rocksdb.metrics.bloom-filter-full-true-positive")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "How many reads that Bloom filters have not spared found their key.");

    /** Bytes that were read by key. */
    public static final ConfigOption<Boolean> BYTES_READ =
            key("state.backend.rocksdb.metrics.bytes-read")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that were read by key.");

    /** Bytes that were read by scans. */
    public static final ConfigOption<Boolean> ITER_BYTES_READ =
            key("state.backend.rocksdb.metrics.iter-bytes-read")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that were read by scans.");

    /** Bytes that were written by the job. */
    public static final ConfigOption<Boolean> BYTES_WRITTEN =
            key("state.backend.rocksdb.metrics.bytes-written")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that were written by the job.");

    /** Bytes that compactions have read. */
    public static final ConfigOption<Boolean> COMPACTION_READ_BYTES =
            key("state.backend.rocksdb.metrics.compaction-read-bytes")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that compactions have read.");

    /** Bytes that compactions have written. */
    public static final ConfigOption<Boolean> COMPACTION_WRITE_BYTES =
            key("state.backend.rocksdb.metrics.compaction-write-bytes")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Bytes that compactions have written.");

    /** For how many microseconds writes have waited for RocksDB to write out or compact. */
    public static final ConfigOption<Boolean> STALL_MICROS =
            key("state.backend.rocksdb.metrics.stall-micros")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "For how many microseconds writes have waited for RocksDB to write out or compact.");

    private RocksDbMetricOptions() {}
}
