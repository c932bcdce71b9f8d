// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.MemorySize;

/** Settings of keyed state on RocksDB: where its files lie, and how much memory it may take. */
@PublicEvolving
public class RocksDBOptions {

    /** Directories of local disks for the files of the databases, separated by a comma. */
    public static final ConfigOption<String> LOCAL_DIRECTORIES =
            key("state.backend.rocksdb.localdir")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Directories of local disks for the files of the databases, separated by a comma.");

    /** Whether timers are looked for in RocksDB (ROCKSDB), or are all on the heap too (HEAP). */
    public static final ConfigOption<EmbeddedRocksDBStateBackend.PriorityQueueStateType>
            TIMER_SERVICE_FACTORY =
                    key("state.backend.rocksdb.timer-service.factory")
                            .enumType(EmbeddedRocksDBStateBackend.PriorityQueueStateType.class)
                            .defaultValue(
                                    EmbeddedRocksDBStateBackend.PriorityQueueStateType.ROCKSDB)
                            .withDescription(
                                    "Whether timers are looked for in RocksDB (ROCKSDB), or are all on the heap too (HEAP).");

    /** How many timers of a key group are also kept on the heap. */
    public static final ConfigOption<Integer> ROCKSDB_TIMER_SERVICE_FACTORY_CACHE_SIZE =
            key("state.backend.rocksdb.timer-service.cache-size")
                    .intType()
                    .defaultValue(128)
                    .withDescription("How many timers of a key group are also kept on the heap.");

    /** How many threads move the files of one database when it is restored. */
    public static final ConfigOption<Integer> CHECKPOINT_TRANSFER_THREAD_NUM =
            key("state.backend.rocksdb.checkpoint.transfer.thread.num")
                    .intType()
                    .defaultValue(4)
                    .withDescription(
                            "How many threads move the files of one database when it is restored.");

    /** A set of options of RocksDB for a kind of disk. */
    public static final ConfigOption<String> PREDEFINED_OPTIONS =
            key("state.backend.rocksdb.predefined-options")
                    .stringType()
                    .defaultValue(PredefinedOptions.DEFAULT.name())
                    .withDescription("A set of options of RocksDB for a kind of disk.");

    /** The class of a RocksDBOptionsFactory, which has the last word on options. */
    public static final ConfigOption<String> OPTIONS_FACTORY =
            key("state.backend.rocksdb.options-factory")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "The class of a RocksDBOptionsFactory, which has the last word on options.");

    /** Whether all databases of a job share one budget of memory. */
    public static final ConfigOption<Boolean> USE_MANAGED_MEMORY =
            key("state.backend.rocksdb.memory.managed")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Whether all databases of a job share one budget of memory.");

    /** The budget of memory for each slot; a job has as many as its largest parallelism. */
    public static final ConfigOption<MemorySize> FIX_PER_SLOT_MEMORY_SIZE =
            key("state.backend.rocksdb.memory.fixed-per-slot")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription(
                            "The budget of memory for each slot; a job has as many as its largest parallelism.");

    /** The budget of memory for the whole job. */
    public static final ConfigOption<MemorySize> FIX_PER_TM_MEMORY_SIZE =
            key("state.backend.rocksdb.memory.fixed-per-tm")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription("The budget of memory for the whole job.");

    /** The share of the budget for write buffers. */
    public static final ConfigOption<Double> WRITE_BUFFER_RATIO =
            key("state.backend.rocksdb.memory.write-buffer-ratio")
                    .doubleType()
                    .defaultValue(0.5)
                    .withDescription("The share of the budget for write buffers.");

    /** The share of the budget that is kept for indexes and filters. */
    public static final ConfigOption<Double> HIGH_PRIORITY_POOL_RATIO =
            key("state.backend.rocksdb.memory.high-prio-pool-ratio")
                    .doubleType()
                    .defaultValue(0.1)
                    .withDescription(
                            "The share of the budget that is kept for indexes and filters.");

    /** Whether indexes and filters are cut into blocks that need not all be in memory. */
    public static final ConfigOption<Boolean> USE_PARTITIONED_INDEX_FILTERS =
            key("state.backend.rocksdb.memory.partitioned-index-filters")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether indexes and filters are cut into blocks that need not all be in memory.");
}
