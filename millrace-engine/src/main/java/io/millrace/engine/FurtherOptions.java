// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.MemorySize;

/**
 * Settings of Flink whose own option classes are not here, because they come with a module that
 * stands on this one (RocksDB) or with a Flink that is younger than the one mirrored. They are
 * typed so that they are known, checked and documented as all others are. Those of RocksDB are read
 * by its module, which has them once more, as Flink has; the others {@link UnsupportedOptions}
 * refuses.
 */
public final class FurtherOptions {

    /** Directories of local disks for the files of the databases, separated by a comma. */
    public static final ConfigOption<String> ROCKSDB_LOCALDIR =
            key("state.backend.rocksdb.localdir")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Directories of local disks for the files of the databases, separated by a comma.");

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

    /** How many threads move the files of one database when it is restored. */
    public static final ConfigOption<Integer> ROCKSDB_CHECKPOINT_TRANSFER_THREAD_NUM =
            key("state.backend.rocksdb.checkpoint.transfer.thread.num")
                    .intType()
                    .defaultValue(4)
                    .withDescription(
                            "How many threads move the files of one database when it is restored.");

    /** A set of options of RocksDB for a kind of disk. */
    public static final ConfigOption<String> ROCKSDB_PREDEFINED_OPTIONS =
            key("state.backend.rocksdb.predefined-options")
                    .stringType()
                    .defaultValue("DEFAULT")
                    .withDescription("A set of options of RocksDB for a kind of disk.");

    /** The class of a RocksDBOptionsFactory, which has the last word on options. */
    public static final ConfigOption<String> ROCKSDB_OPTIONS_FACTORY =
            key("state.backend.rocksdb.options-factory")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "The class of a RocksDBOptionsFactory, which has the last word on options.");

    /** Whether all databases of a job share one budget of memory. */
    public static final ConfigOption<Boolean> ROCKSDB_MEMORY_MANAGED =
            key("state.backend.rocksdb.memory.managed")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Whether all databases of a job share one budget of memory.");

    /** The budget of memory for each slot; a job has as many as its largest parallelism. */
    public static final ConfigOption<MemorySize> ROCKSDB_MEMORY_FIXED_PER_SLOT =
            key("state.backend.rocksdb.memory.fixed-per-slot")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription(
                            "The budget of memory for each slot; a job has as many as its largest parallelism.");

    /** The budget of memory for the whole job. */
    public static final ConfigOption<MemorySize> ROCKSDB_MEMORY_FIXED_PER_TM =
            key("state.backend.rocksdb.memory.fixed-per-tm")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription("The budget of memory for the whole job.");

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

    /** The size of the cache of blocks of each state, where there is no budget. */
    public static final ConfigOption<MemorySize> ROCKSDB_BLOCK_CACHE_SIZE =
            key("state.backend.rocksdb.block.cache-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("8mb"))
                    .withDescription(
                            "The size of the cache of blocks of each state, where there is no budget.");

    /** How many bytes are written at once while state is restored. */
    public static final ConfigOption<MemorySize> ROCKSDB_WRITE_BATCH_SIZE =
            key("state.backend.rocksdb.write-batch-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("2mb"))
                    .withDescription("How many bytes are written at once while state is restored.");

    /** Whether files have Bloom filters. */
    public static final ConfigOption<Boolean> ROCKSDB_USE_BLOOM_FILTER =
            key("state.backend.rocksdb.use-bloom-filter")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether files have Bloom filters.");

    /**
     * Which share of a restored database's key groups must be wanted for it to become the base of a
     * new one.
     */
    public static final ConfigOption<Double> ROCKSDB_RESTORE_OVERLAP_FRACTION_THRESHOLD =
            key("state.backend.rocksdb.restore-overlap-fraction-threshold")
                    .doubleType()
                    .defaultValue(0.0)
                    .withDescription(
                            "Which share of a restored database's key groups must be wanted for it to become the base of a new one.");

    /**
     * Whether entries of several restored databases are put together by files (true) or by writes
     * (false).
     */
    public static final ConfigOption<Boolean> ROCKSDB_USE_INGEST_DB_RESTORE_MODE =
            key("state.backend.rocksdb.use-ingest-db-restore-mode")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether entries of several restored databases are put together by files (true) or by writes (false).");

    /** Whether indexes and filters are cut into blocks that need not all be in memory. */
    public static final ConfigOption<Boolean> ROCKSDB_PARTITIONED_INDEX_FILTERS =
            key("state.backend.rocksdb.memory.partitioned-index-filters")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether indexes and filters are cut into blocks that need not all be in memory.");

    /** How many files each database keeps open; -1 for all. */
    public static final ConfigOption<Integer> ROCKSDB_FILES_OPEN =
            key("state.backend.rocksdb.files.open")
                    .intType()
                    .defaultValue(-1)
                    .withDescription("How many files each database keeps open; -1 for all.");

    /** How large a file of RocksDB's own log may become; 0 for one file. */
    public static final ConfigOption<MemorySize> ROCKSDB_LOG_MAX_FILE_SIZE =
            key("state.backend.rocksdb.log.max-file-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("25mb"))
                    .withDescription(
                            "How large a file of RocksDB's own log may become; 0 for one file.");

    /** How many files of RocksDB's own log are kept. */
    public static final ConfigOption<Integer> ROCKSDB_LOG_FILE_NUM =
            key("state.backend.rocksdb.log.file-num")
                    .intType()
                    .defaultValue(4)
                    .withDescription("How many files of RocksDB's own log are kept.");

    /** Where RocksDB writes its own log; beside the database unless set. */
    public static final ConfigOption<String> ROCKSDB_LOG_DIR =
            key("state.backend.rocksdb.log.dir")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Where RocksDB writes its own log; beside the database unless set.");

    /**
     * How much RocksDB writes into its own log: DEBUG_LEVEL, INFO_LEVEL, WARN_LEVEL, ERROR_LEVEL,
     * FATAL_LEVEL, HEADER_LEVEL.
     */
    public static final ConfigOption<String> ROCKSDB_LOG_LEVEL =
            key("state.backend.rocksdb.log.level")
                    .stringType()
                    .defaultValue("INFO_LEVEL")
                    .withDescription(
                            "How much RocksDB writes into its own log: DEBUG_LEVEL, INFO_LEVEL, WARN_LEVEL, ERROR_LEVEL, FATAL_LEVEL, HEADER_LEVEL.");

    /** How files are compacted: LEVEL, UNIVERSAL, FIFO, NONE. */
    public static final ConfigOption<String> ROCKSDB_COMPACTION_STYLE =
            key("state.backend.rocksdb.compaction.style")
                    .stringType()
                    .defaultValue("LEVEL")
                    .withDescription("How files are compacted: LEVEL, UNIVERSAL, FIFO, NONE.");

    /** Whether the sizes of levels follow that of the last one. */
    public static final ConfigOption<Boolean> ROCKSDB_USE_DYNAMIC_LEVEL_SIZE =
            key("state.backend.rocksdb.compaction.level.use-dynamic-size")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether the sizes of levels follow that of the last one.");

    /** How files are compressed: one for all levels, or one for each, separated by a semicolon. */
    public static final ConfigOption<String> ROCKSDB_COMPRESSION_PER_LEVEL =
            key("state.backend.rocksdb.compression.per.level")
                    .stringType()
                    .defaultValue("SNAPPY_COMPRESSION")
                    .withDescription(
                            "How files are compressed: one for all levels, or one for each, separated by a semicolon.");

    /** The size of files of the first level. */
    public static final ConfigOption<MemorySize> ROCKSDB_TARGET_FILE_SIZE_BASE =
            key("state.backend.rocksdb.compaction.level.target-file-size-base")
                    .memoryType()
                    .defaultValue(MemorySize.parse("64mb"))
                    .withDescription("The size of files of the first level.");

    /** The size of the first level. */
    public static final ConfigOption<MemorySize> ROCKSDB_MAX_SIZE_LEVEL_BASE =
            key("state.backend.rocksdb.compaction.level.max-size-level-base")
                    .memoryType()
                    .defaultValue(MemorySize.parse("256mb"))
                    .withDescription("The size of the first level.");

    /** How many write buffers are merged before they are written. */
    public static final ConfigOption<Integer> ROCKSDB_WRITEBUFFER_NUMBER_TO_MERGE =
            key("state.backend.rocksdb.writebuffer.number-to-merge")
                    .intType()
                    .defaultValue(1)
                    .withDescription("How many write buffers are merged before they are written.");

    /** The size of a block of entries in a file, before it is compressed. */
    public static final ConfigOption<MemorySize> ROCKSDB_BLOCK_SIZE =
            key("state.backend.rocksdb.block.blocksize")
                    .memoryType()
                    .defaultValue(MemorySize.parse("4kb"))
                    .withDescription(
                            "The size of a block of entries in a file, before it is compressed.");

    /** The size of a block of an index or filter that is cut into blocks. */
    public static final ConfigOption<MemorySize> ROCKSDB_METADATA_BLOCK_SIZE =
            key("state.backend.rocksdb.block.metadata-blocksize")
                    .memoryType()
                    .defaultValue(MemorySize.parse("4kb"))
                    .withDescription(
                            "The size of a block of an index or filter that is cut into blocks.");

    /** How many bits a Bloom filter has for each key. */
    public static final ConfigOption<Double> ROCKSDB_BLOOM_FILTER_BITS_PER_KEY =
            key("state.backend.rocksdb.bloom-filter.bits-per-key")
                    .doubleType()
                    .defaultValue(10.0)
                    .withDescription("How many bits a Bloom filter has for each key.");

    /** A form of Bloom filters that RocksDB no longer has; true is refused. */
    public static final ConfigOption<Boolean> ROCKSDB_BLOOM_FILTER_BLOCK_BASED_MODE =
            key("state.backend.rocksdb.bloom-filter.block-based-mode")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "A form of Bloom filters that RocksDB no longer has; true is refused.");

    /**
     * Whether a database is compacted at once when its key groups have changed; true is refused.
     */
    public static final ConfigOption<Boolean> ROCKSDB_ASYNC_COMPACT_AFTER_RESCALE =
            key("state.backend.rocksdb.incremental-restore-async-compact-after-rescale")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether a database is compacted at once when its key groups have changed; true is refused.");

    /** Whether files of foreign key groups only are removed at once. */
    public static final ConfigOption<Boolean> ROCKSDB_USE_DELETE_FILES_IN_RANGE =
            key("state.backend.rocksdb.rescaling.use-delete-files-in-range")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether files of foreign key groups only are removed at once.");

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
