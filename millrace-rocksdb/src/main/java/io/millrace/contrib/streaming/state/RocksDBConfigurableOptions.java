// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.MemorySize;
import java.io.Serializable;
import java.util.List;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.InfoLogLevel;

/**
 * Settings of RocksDB itself. They win over {@link PredefinedOptions}; the {@link
 * RocksDBOptionsFactory} of the program wins over them.
 */
@PublicEvolving
public class RocksDBConfigurableOptions implements Serializable {

    private static final long serialVersionUID = 8316565788660756485L;

    /** How many threads of each database flush and compact. */
    public static final ConfigOption<Integer> MAX_BACKGROUND_THREADS =
            key("state.backend.rocksdb.thread.num")
                    .intType()
                    .defaultValue(2)
                    .withDescription("How many threads of each database flush and compact.");

    /** How many files each database keeps open; -1 for all. */
    public static final ConfigOption<Integer> MAX_OPEN_FILES =
            key("state.backend.rocksdb.files.open")
                    .intType()
                    .defaultValue(-1)
                    .withDescription("How many files each database keeps open; -1 for all.");

    /** How large a file of RocksDB's own log may become; 0 for one file. */
    public static final ConfigOption<MemorySize> LOG_MAX_FILE_SIZE =
            key("state.backend.rocksdb.log.max-file-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("25mb"))
                    .withDescription(
                            "How large a file of RocksDB's own log may become; 0 for one file.");

    /** How many files of RocksDB's own log are kept. */
    public static final ConfigOption<Integer> LOG_FILE_NUM =
            key("state.backend.rocksdb.log.file-num")
                    .intType()
                    .defaultValue(4)
                    .withDescription("How many files of RocksDB's own log are kept.");

    /** Where RocksDB writes its own log; beside the database unless set. */
    public static final ConfigOption<String> LOG_DIR =
            key("state.backend.rocksdb.log.dir")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Where RocksDB writes its own log; beside the database unless set.");

    /** How much RocksDB writes into its own log. */
    public static final ConfigOption<InfoLogLevel> LOG_LEVEL =
            key("state.backend.rocksdb.log.level")
                    .enumType(InfoLogLevel.class)
                    .defaultValue(InfoLogLevel.INFO_LEVEL)
                    .withDescription("How much RocksDB writes into its own log.");

    /** How files are compacted. */
    public static final ConfigOption<CompactionStyle> COMPACTION_STYLE =
            key("state.backend.rocksdb.compaction.style")
                    .enumType(CompactionStyle.class)
                    .defaultValue(CompactionStyle.LEVEL)
                    .withDescription("How files are compacted.");

    /** Whether the sizes of levels follow that of the last one. */
    public static final ConfigOption<Boolean> USE_DYNAMIC_LEVEL_SIZE =
            key("state.backend.rocksdb.compaction.level.use-dynamic-size")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether the sizes of levels follow that of the last one.");

    /** How files are compressed: one for all levels, or one for each, separated by a semicolon. */
    public static final ConfigOption<List<CompressionType>> COMPRESSION_PER_LEVEL =
            key("state.backend.rocksdb.compression.per.level")
                    .enumType(CompressionType.class)
                    .asList()
                    .defaultValues(CompressionType.SNAPPY_COMPRESSION)
                    .withDescription(
                            "How files are compressed: one for all levels, or one for each, separated by a semicolon.");

    /** The size of files of the first level. */
    public static final ConfigOption<MemorySize> TARGET_FILE_SIZE_BASE =
            key("state.backend.rocksdb.compaction.level.target-file-size-base")
                    .memoryType()
                    .defaultValue(MemorySize.parse("64mb"))
                    .withDescription("The size of files of the first level.");

    /** The size of the first level. */
    public static final ConfigOption<MemorySize> MAX_SIZE_LEVEL_BASE =
            key("state.backend.rocksdb.compaction.level.max-size-level-base")
                    .memoryType()
                    .defaultValue(MemorySize.parse("256mb"))
                    .withDescription("The size of the first level.");

    /** The size of a write buffer. */
    public static final ConfigOption<MemorySize> WRITE_BUFFER_SIZE =
            key("state.backend.rocksdb.writebuffer.size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("64mb"))
                    .withDescription("The size of a write buffer.");

    /** How many write buffers there are for each state. */
    public static final ConfigOption<Integer> MAX_WRITE_BUFFER_NUMBER =
            key("state.backend.rocksdb.writebuffer.count")
                    .intType()
                    .defaultValue(2)
                    .withDescription("How many write buffers there are for each state.");

    /** How many write buffers are merged before they are written. */
    public static final ConfigOption<Integer> MIN_WRITE_BUFFER_NUMBER_TO_MERGE =
            key("state.backend.rocksdb.writebuffer.number-to-merge")
                    .intType()
                    .defaultValue(1)
                    .withDescription("How many write buffers are merged before they are written.");

    /** The size of a block of entries in a file, before it is compressed. */
    public static final ConfigOption<MemorySize> BLOCK_SIZE =
            key("state.backend.rocksdb.block.blocksize")
                    .memoryType()
                    .defaultValue(MemorySize.parse("4kb"))
                    .withDescription(
                            "The size of a block of entries in a file, before it is compressed.");

    /** The size of a block of an index or filter that is cut into blocks. */
    public static final ConfigOption<MemorySize> METADATA_BLOCK_SIZE =
            key("state.backend.rocksdb.block.metadata-blocksize")
                    .memoryType()
                    .defaultValue(MemorySize.parse("4kb"))
                    .withDescription(
                            "The size of a block of an index or filter that is cut into blocks.");

    /** The size of the cache of blocks of each state, where there is no budget. */
    public static final ConfigOption<MemorySize> BLOCK_CACHE_SIZE =
            key("state.backend.rocksdb.block.cache-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("8mb"))
                    .withDescription(
                            "The size of the cache of blocks of each state, where there is no budget.");

    /** How many bytes are written at once while state is restored. */
    public static final ConfigOption<MemorySize> WRITE_BATCH_SIZE =
            key("state.backend.rocksdb.write-batch-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("2mb"))
                    .withDescription("How many bytes are written at once while state is restored.");

    /**
     * Whether files have Bloom filters, so that most of those without a key are not read for it.
     */
    public static final ConfigOption<Boolean> USE_BLOOM_FILTER =
            key("state.backend.rocksdb.use-bloom-filter")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether files have Bloom filters, so that most of those without a key are not read for it.");

    /** How many bits a Bloom filter has for each key. */
    public static final ConfigOption<Double> BLOOM_FILTER_BITS_PER_KEY =
            key("state.backend.rocksdb.bloom-filter.bits-per-key")
                    .doubleType()
                    .defaultValue(10.0)
                    .withDescription("How many bits a Bloom filter has for each key.");

    /** A form of Bloom filters that RocksDB no longer has; false is the only value. */
    public static final ConfigOption<Boolean> BLOOM_FILTER_BLOCK_BASED_MODE =
            key("state.backend.rocksdb.bloom-filter.block-based-mode")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "A form of Bloom filters that RocksDB no longer has; false is the only value.");

    /**
     * Which share of a restored database's key groups must be wanted for it to become the base of a
     * new one.
     */
    public static final ConfigOption<Double> RESTORE_OVERLAP_FRACTION_THRESHOLD =
            key("state.backend.rocksdb.restore-overlap-fraction-threshold")
                    .doubleType()
                    .defaultValue(0.0)
                    .withDescription(
                            "Which share of a restored database's key groups must be wanted for it to become the base of a new one.");

    /**
     * Whether entries of several restored databases are put together by files (true) or by writes
     * (false).
     */
    public static final ConfigOption<Boolean> USE_INGEST_DB_RESTORE_MODE =
            key("state.backend.rocksdb.use-ingest-db-restore-mode")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether entries of several restored databases are put together by files (true) or by writes (false).");

    /** Whether a database is compacted in the background when its key groups have changed. */
    public static final ConfigOption<Boolean> INCREMENTAL_RESTORE_ASYNC_COMPACT_AFTER_RESCALE =
            key("state.backend.rocksdb.incremental-restore-async-compact-after-rescale")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether a database is compacted in the background when its key groups have changed.");

    /** Whether files of foreign key groups only are removed at once. */
    public static final ConfigOption<Boolean> USE_DELETE_FILES_IN_RANGE_DURING_RESCALING =
            key("state.backend.rocksdb.rescaling.use-delete-files-in-range")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether files of foreign key groups only are removed at once.");
}
