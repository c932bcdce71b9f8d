// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.MemorySize;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.contrib.streaming.state.PredefinedOptions;
import io.millrace.contrib.streaming.state.RocksDBConfigurableOptions;
import io.millrace.contrib.streaming.state.RocksDBNativeMetricOptions;
import io.millrace.contrib.streaming.state.RocksDBOptionsFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.Statistics;
import org.rocksdb.WriteOptions;

/**
 * Options of RocksDB, out of four places. Later ones win: RocksDB's defaults; a predefined set; the
 * settings; the program's factory. What the backend cannot do without comes last, after the
 * factory: it is set by {@link Database}, but for the shared memory, which is set here.
 */
final class Tuning {

    private static final Map<PredefinedOptions, Map<ConfigOption<?>, Object>> SETS =
            Map.of(
                    PredefinedOptions.DEFAULT,
                    Map.of(),
                    PredefinedOptions.SPINNING_DISK_OPTIMIZED,
                    Map.of(
                            RocksDBConfigurableOptions.MAX_BACKGROUND_THREADS,
                            4,
                            RocksDBConfigurableOptions.USE_DYNAMIC_LEVEL_SIZE,
                            true),
                    PredefinedOptions.SPINNING_DISK_OPTIMIZED_HIGH_MEM,
                    Map.of(
                            RocksDBConfigurableOptions.MAX_BACKGROUND_THREADS,
                            4,
                            RocksDBConfigurableOptions.USE_DYNAMIC_LEVEL_SIZE,
                            true,
                            RocksDBConfigurableOptions.TARGET_FILE_SIZE_BASE,
                            MemorySize.parse("256mb"),
                            RocksDBConfigurableOptions.MAX_SIZE_LEVEL_BASE,
                            MemorySize.parse("1gb"),
                            RocksDBConfigurableOptions.MAX_WRITE_BUFFER_NUMBER,
                            4,
                            RocksDBConfigurableOptions.MIN_WRITE_BUFFER_NUMBER_TO_MERGE,
                            3,
                            RocksDBConfigurableOptions.BLOCK_CACHE_SIZE,
                            MemorySize.parse("256mb"),
                            RocksDBConfigurableOptions.BLOCK_SIZE,
                            MemorySize.parse("128kb"),
                            RocksDBConfigurableOptions.USE_BLOOM_FILTER,
                            true),
                    PredefinedOptions.FLASH_SSD_OPTIMIZED,
                    Map.of(RocksDBConfigurableOptions.MAX_BACKGROUND_THREADS, 4));

    private final Configuration configuration;
    private final Map<ConfigOption<?>, Object> set;
    private final RocksDBOptionsFactory factory;
    private final SharedMemory memory;
    private final RocksDBNativeMetricOptions metrics;

    /**
     * @param choice with the settings filled in
     * @param memory null where each state has a cache of its own
     */
    Tuning(EmbeddedRocksDBStateBackend choice, Configuration configuration, SharedMemory memory) {
        this.configuration = configuration;
        this.set = SETS.get(choice.getPredefinedOptions());
        this.factory = choice.getRocksDBOptions();
        this.memory = memory;
        RocksDBNativeMetricOptions asked = RocksDBNativeMetricOptions.fromConfig(configuration);
        this.metrics = factory == null ? asked : factory.createNativeMetricsOptions(asked);
    }

    /** What is to be told of a database. */
    RocksDBNativeMetricOptions metrics() {
        return metrics;
    }

    /** The setting, else what the predefined set says, else the default. */
    @SuppressWarnings("unchecked") // the sets above have values of their options' types
    <T> T get(ConfigOption<T> option) {
        return configuration.contains(option)
                ? configuration.get(option)
                : (T) set.getOrDefault(option, option.defaultValue());
    }

    DBOptions database(Natives natives) {
        DBOptions options = natives.own(new DBOptions());
        options.setMaxBackgroundJobs(
                Math.max(2, get(RocksDBConfigurableOptions.MAX_BACKGROUND_THREADS)));
        options.setMaxOpenFiles(get(RocksDBConfigurableOptions.MAX_OPEN_FILES));
        options.setInfoLogLevel(get(RocksDBConfigurableOptions.LOG_LEVEL));
        options.setMaxLogFileSize(get(RocksDBConfigurableOptions.LOG_MAX_FILE_SIZE).getBytes());
        options.setKeepLogFileNum(get(RocksDBConfigurableOptions.LOG_FILE_NUM));
        String logs = get(RocksDBConfigurableOptions.LOG_DIR);
        if (logs != null) {
            options.setDbLogDir(logs);
        }
        options.setStatsDumpPeriodSec(0);
        options.setStatsPersistPeriodSec(0);
        if (factory != null) {
            List<AutoCloseable> more = new ArrayList<>();
            DBOptions asked = factory.createDBOptions(options, more);
            own(more, natives);
            options = taken(options, asked, natives);
        }
        if (metrics.isStatisticsEnabled() && !counts(options)) {
            options.setStatistics(natives.own(new Statistics()));
        }
        if (memory != null) {
            options.setWriteBufferManager(memory.writeBuffers());
        }
        return options;
    }

    /** Whether the program's factory counts already. */
    private static boolean counts(DBOptions options) {
        try (Statistics statistics = options.statistics()) {
            return statistics != null;
        }
    }

    ColumnFamilyOptions column(Natives natives) {
        ColumnFamilyOptions options = natives.own(new ColumnFamilyOptions());
        options.setCompactionStyle(get(RocksDBConfigurableOptions.COMPACTION_STYLE));
        options.setCompressionPerLevel(get(RocksDBConfigurableOptions.COMPRESSION_PER_LEVEL));
        options.setLevelCompactionDynamicLevelBytes(
                get(RocksDBConfigurableOptions.USE_DYNAMIC_LEVEL_SIZE));
        options.setTargetFileSizeBase(
                get(RocksDBConfigurableOptions.TARGET_FILE_SIZE_BASE).getBytes());
        options.setMaxBytesForLevelBase(
                get(RocksDBConfigurableOptions.MAX_SIZE_LEVEL_BASE).getBytes());
        long bufferBytes = get(RocksDBConfigurableOptions.WRITE_BUFFER_SIZE).getBytes();
        if (memory != null) {
            // One buffer that may not fill would never be written out by itself.
            bufferBytes = Math.min(bufferBytes, Math.max(64 << 10, memory.writeBufferBytes() / 2));
        }
        options.setWriteBufferSize(bufferBytes);
        options.setMaxWriteBufferNumber(get(RocksDBConfigurableOptions.MAX_WRITE_BUFFER_NUMBER));
        options.setMinWriteBufferNumberToMerge(
                get(RocksDBConfigurableOptions.MIN_WRITE_BUFFER_NUMBER_TO_MERGE));
        BlockBasedTableConfig table = new BlockBasedTableConfig();
        table.setBlockSize(get(RocksDBConfigurableOptions.BLOCK_SIZE).getBytes());
        table.setMetadataBlockSize(get(RocksDBConfigurableOptions.METADATA_BLOCK_SIZE).getBytes());
        if (memory == null) {
            table.setBlockCache(
                    natives.own(
                            new LRUCache(
                                    get(RocksDBConfigurableOptions.BLOCK_CACHE_SIZE).getBytes())));
        }
        if (get(RocksDBConfigurableOptions.USE_BLOOM_FILTER)) {
            table.setFilterPolicy(
                    natives.own(
                            new BloomFilter(
                                    get(RocksDBConfigurableOptions.BLOOM_FILTER_BITS_PER_KEY))));
        }
        options.setTableFormatConfig(table);
        if (factory != null) {
            List<AutoCloseable> more = new ArrayList<>();
            ColumnFamilyOptions asked = factory.createColumnOptions(options, more);
            own(more, natives);
            options = taken(options, asked, natives);
        }
        if (memory != null && options.tableFormatConfig() instanceof BlockBasedTableConfig asked) {
            share(asked);
            options.setTableFormatConfig(asked);
        }
        return options;
    }

    private void share(BlockBasedTableConfig table) {
        table.setBlockCache(memory.cache());
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        table.setPinL0FilterAndIndexBlocksInCache(true);
        if (memory.isPartitioned()) {
            table.setIndexType(IndexType.kTwoLevelIndexSearch);
            table.setPartitionFilters(true);
            table.setPinTopLevelIndexAndFilter(true);
        }
    }

    WriteOptions writes(Natives natives) {
        WriteOptions options = natives.own(new WriteOptions());
        if (factory != null) {
            List<AutoCloseable> more = new ArrayList<>();
            WriteOptions asked = factory.createWriteOptions(options, more);
            own(more, natives);
            options = taken(options, asked, natives);
        }
        return options.setDisableWAL(true);
    }

    ReadOptions reads(Natives natives) {
        ReadOptions options = natives.own(new ReadOptions());
        if (factory != null) {
            List<AutoCloseable> more = new ArrayList<>();
            ReadOptions asked = factory.createReadOptions(options, more);
            own(more, natives);
            options = taken(options, asked, natives);
        }
        return options.setTotalOrderSeek(true);
    }

    private static void own(List<AutoCloseable> handles, Natives natives) {
        handles.forEach(natives::own);
    }

    @SuppressWarnings("ReferenceEquality") // whether it is another object
    private static <T extends AutoCloseable> T taken(T given, T asked, Natives natives) {
        return asked == given ? given : natives.own(asked);
    }
}
