// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.MemorySize;

/**
 * Settings of Flink whose own option classes are not here, because they come with a module that
 * does not exist yet (RocksDB) or with a Flink that is younger than the one mirrored. They are
 * typed so that they are known, checked and documented as all others are; {@link
 * UnsupportedOptions} refuses them.
 */
public final class FurtherOptions {

    /** Where RocksDB keeps its files. */
    public static final ConfigOption<String> ROCKSDB_LOCALDIR =
            key("state.backend.rocksdb.localdir")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Where RocksDB keeps its files.");

    /** Whether timers are in RocksDB (ROCKSDB) or on the heap (HEAP). */
    public static final ConfigOption<String> ROCKSDB_TIMER_SERVICE_FACTORY =
            key("state.backend.rocksdb.timer-service.factory")
                    .stringType()
                    .defaultValue("ROCKSDB")
                    .withDescription(
                            "Whether timers are in RocksDB (ROCKSDB) or on the heap (HEAP).");

    /** How many timers of a key group are also kept on the heap. */
    public static final ConfigOption<Integer> ROCKSDB_TIMER_SERVICE_CACHE_SIZE =
            key("state.backend.rocksdb.timer-service.cache-size")
                    .intType()
                    .defaultValue(128)
                    .withDescription("How many timers of a key group are also kept on the heap.");

    /** How many threads move the files of a checkpoint. */
    public static final ConfigOption<Integer> ROCKSDB_CHECKPOINT_TRANSFER_THREAD_NUM =
            key("state.backend.rocksdb.checkpoint.transfer.thread.num")
                    .intType()
                    .defaultValue(4)
                    .withDescription("How many threads move the files of a checkpoint.");

    /** A set of options of RocksDB for a kind of disk. */
    public static final ConfigOption<String> ROCKSDB_PREDEFINED_OPTIONS =
            key("state.backend.rocksdb.predefined-options")
                    .stringType()
                    .defaultValue("DEFAULT")
                    .withDescription("A set of options of RocksDB for a kind of disk.");

    /** A class that makes options of RocksDB. */
    public static final ConfigOption<String> ROCKSDB_OPTIONS_FACTORY =
            key("state.backend.rocksdb.options-factory")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("A class that makes options of RocksDB.");

    /** Whether the memory of RocksDB has a common limit. */
    public static final ConfigOption<Boolean> ROCKSDB_MEMORY_MANAGED =
            key("state.backend.rocksdb.memory.managed")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Whether the memory of RocksDB has a common limit.");

    /** The limit on the memory of RocksDB, for each slot. */
    public static final ConfigOption<MemorySize> ROCKSDB_MEMORY_FIXED_PER_SLOT =
            key("state.backend.rocksdb.memory.fixed-per-slot")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription("The limit on the memory of RocksDB, for each slot.");

    /** The limit on the memory of RocksDB, for each worker. */
    public static final ConfigOption<MemorySize> ROCKSDB_MEMORY_FIXED_PER_TM =
            key("state.backend.rocksdb.memory.fixed-per-tm")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription("The limit on the memory of RocksDB, for each worker.");

    /** The share of that memory for write buffers. */
    public static final ConfigOption<Double> ROCKSDB_MEMORY_WRITE_BUFFER_RATIO =
            key("state.backend.rocksdb.memory.write-buffer-ratio")
                    .doubleType()
                    .defaultValue(0.5)
                    .withDescription("The share of that memory for write buffers.");

    /** The share of that memory for indexes and filters. */
    public static final ConfigOption<Double> ROCKSDB_MEMORY_HIGH_PRIO_POOL_RATIO =
            key("state.backend.rocksdb.memory.high-prio-pool-ratio")
                    .doubleType()
                    .defaultValue(0.1)
                    .withDescription("The share of that memory for indexes and filters.");

    /** How many threads of RocksDB flush and compact. */
    public static final ConfigOption<Integer> ROCKSDB_THREAD_NUM =
            key("state.backend.rocksdb.thread.num")
                    .intType()
                    .defaultValue(2)
                    .withDescription("How many threads of RocksDB flush and compact.");

    /** The size of a write buffer. */
    public static final ConfigOption<MemorySize> ROCKSDB_WRITEBUFFER_SIZE =
            key("state.backend.rocksdb.writebuffer.size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("64mb"))
                    .withDescription("The size of a write buffer.");

    /** How many write buffers there are for each state. */
    public static final ConfigOption<Integer> ROCKSDB_WRITEBUFFER_COUNT =
            key("state.backend.rocksdb.writebuffer.count")
                    .intType()
                    .defaultValue(2)
                    .withDescription("How many write buffers there are for each state.");

    /** The size of the cache of blocks. */
    public static final ConfigOption<MemorySize> ROCKSDB_BLOCK_CACHE_SIZE =
            key("state.backend.rocksdb.block.cache-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("8mb"))
                    .withDescription("The size of the cache of blocks.");

    /** The size of a batch of writes. */
    public static final ConfigOption<MemorySize> ROCKSDB_WRITE_BATCH_SIZE =
            key("state.backend.rocksdb.write-batch-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("2mb"))
                    .withDescription("The size of a batch of writes.");

    /** Whether files have Bloom filters. */
    public static final ConfigOption<Boolean> ROCKSDB_USE_BLOOM_FILTER =
            key("state.backend.rocksdb.use-bloom-filter")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether files have Bloom filters.");

    /** From which overlap of key groups on a database is restored by clipping. */
    public static final ConfigOption<Double> ROCKSDB_RESTORE_OVERLAP_FRACTION_THRESHOLD =
            key("state.backend.rocksdb.restore-overlap-fraction-threshold")
                    .doubleType()
                    .defaultValue(0.0)
                    .withDescription(
                            "From which overlap of key groups on a database is restored by clipping.");

    /** Whether databases are restored by ingesting files. */
    public static final ConfigOption<Boolean> ROCKSDB_USE_INGEST_DB_RESTORE_MODE =
            key("state.backend.rocksdb.use-ingest-db-restore-mode")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether databases are restored by ingesting files.");

    /** Whether checkpoints are taken while a job recovers. */
    public static final ConfigOption<Boolean> DURING_RECOVERY_ENABLED =
            key("execution.checkpointing.during-recovery.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether checkpoints are taken while a job recovers.");

    /** Whether records in flight are restored by those who receive them. */
    public static final ConfigOption<Boolean> UNALIGNED_RECOVER_OUTPUT_ON_DOWNSTREAM_ENABLED =
            key("execution.checkpointing.unaligned.recover-output-on-downstream.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether records in flight are restored by those who receive them.");

    /** Whether a checkpoint may complete without some regions of the job. */
    public static final ConfigOption<Boolean> REGION_ENABLED =
            key("execution.checkpointing.region.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether a checkpoint may complete without some regions of the job.");

    /** Which share of regions may be missing. */
    public static final ConfigOption<Double> REGION_MAX_FAILURE_RATIO =
            key("execution.checkpointing.region.max-failure-ratio")
                    .doubleType()
                    .defaultValue(0.3)
                    .withDescription("Which share of regions may be missing.");

    /** How many times in a row a region may be missing. */
    public static final ConfigOption<Integer> REGION_MAX_CONSECUTIVE_FAILURES =
            key("execution.checkpointing.region.max-consecutive-failures")
                    .intType()
                    .defaultValue(2)
                    .withDescription("How many times in a row a region may be missing.");

    /** Whether sources wait for the first checkpoint. */
    public static final ConfigOption<Boolean> SOURCES_PAUSE_UNTIL_FIRST_CHECKPOINT =
            key("pipeline.sources.pause-until-first-checkpoint")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether sources wait for the first checkpoint.");

    private FurtherOptions() {}
}
