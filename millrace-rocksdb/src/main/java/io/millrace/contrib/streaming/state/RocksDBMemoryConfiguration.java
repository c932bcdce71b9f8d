// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.MemorySize;
import io.millrace.configuration.ReadableConfig;
import io.millrace.util.Preconditions;
import java.io.Serializable;
import java.util.function.Consumer;

/**
 * How much memory outside the heap the databases of a job may take together, and how it is divided.
 * What is not set here is taken from settings.
 */
public final class RocksDBMemoryConfiguration implements Serializable {

    private static final long serialVersionUID = 1L;

    private Boolean useManagedMemory;
    private MemorySize fixedMemoryPerSlot;
    private Double writeBufferRatio;
    private Double highPriorityPoolRatio;
    private Boolean usePartitionedIndexFilters;

    /** Whether there is a budget that follows the memory settings. */
    public void setUseManagedMemory(boolean useManagedMemory) {
        this.useManagedMemory = useManagedMemory;
    }

    /**
     * The budget for each slot; a job has as many as its largest parallelism.
     *
     * @param fixedMemoryPerSlot more than 0
     */
    public void setFixedMemoryPerSlot(MemorySize fixedMemoryPerSlot) {
        Preconditions.checkArgument(
                fixedMemoryPerSlot == null || fixedMemoryPerSlot.getBytes() > 0,
                "The memory per slot must be more than 0 bytes.");
        this.fixedMemoryPerSlot = fixedMemoryPerSlot;
    }

    /**
     * The budget for each slot.
     *
     * @param totalMemoryPerSlotStr such as {@code 256mb}
     */
    public void setFixedMemoryPerSlot(String totalMemoryPerSlotStr) {
        setFixedMemoryPerSlot(MemorySize.parse(totalMemoryPerSlotStr));
    }

    /**
     * The share of the budget for write buffers.
     *
     * @param writeBufferRatio more than 0, less than 1
     */
    public void setWriteBufferRatio(double writeBufferRatio) {
        Preconditions.checkArgument(
                writeBufferRatio > 0 && writeBufferRatio < 1.0,
                "The share for write buffers must be more than 0 and less than 1, but is %s.",
                writeBufferRatio);
        this.writeBufferRatio = writeBufferRatio;
    }

    /**
     * The share of the budget that is kept for indexes and filters.
     *
     * @param highPriorityPoolRatio at least 0, less than 1
     */
    public void setHighPriorityPoolRatio(double highPriorityPoolRatio) {
        Preconditions.checkArgument(
                highPriorityPoolRatio >= 0 && highPriorityPoolRatio < 1.0,
                "The share for indexes and filters must be at least 0 and less than 1, but is %s.",
                highPriorityPoolRatio);
        this.highPriorityPoolRatio = highPriorityPoolRatio;
    }

    /** Whether there is a budget that follows the memory settings. */
    public boolean isUsingManagedMemory() {
        return useManagedMemory != null
                ? useManagedMemory
                : RocksDBOptions.USE_MANAGED_MEMORY.defaultValue();
    }

    /** Whether there is a budget for each slot. */
    public boolean isUsingFixedMemoryPerSlot() {
        return fixedMemoryPerSlot != null;
    }

    /** The budget for each slot; null when none is set. */
    public MemorySize getFixedMemoryPerSlot() {
        return fixedMemoryPerSlot;
    }

    /** The share of the budget for write buffers. */
    public double getWriteBufferRatio() {
        return writeBufferRatio != null
                ? writeBufferRatio
                : RocksDBOptions.WRITE_BUFFER_RATIO.defaultValue();
    }

    /** The share of the budget that is kept for indexes and filters. */
    public double getHighPriorityPoolRatio() {
        return highPriorityPoolRatio != null
                ? highPriorityPoolRatio
                : RocksDBOptions.HIGH_PRIORITY_POOL_RATIO.defaultValue();
    }

    /** Whether indexes and filters are cut into blocks. */
    public Boolean isUsingPartitionedIndexFilters() {
        return usePartitionedIndexFilters != null
                ? usePartitionedIndexFilters
                : RocksDBOptions.USE_PARTITIONED_INDEX_FILTERS.defaultValue();
    }

    /**
     * Checks that the shares leave room for blocks.
     *
     * @throws IllegalArgumentException they don't
     */
    public void validate() {
        if (writeBufferRatio != null
                && highPriorityPoolRatio != null
                && writeBufferRatio + highPriorityPoolRatio > 1.0) {
            throw new IllegalArgumentException(
                    String.format(
                            "The shares of RocksDB's memory for write buffers (%s) and for indexes"
                                    + " and filters (%s) must not be more than 1 together: make one"
                                    + " of them smaller.",
                            writeBufferRatio, highPriorityPoolRatio));
        }
    }

    /** What is set in one, and for the rest in settings. */
    public static RocksDBMemoryConfiguration fromOtherAndConfiguration(
            RocksDBMemoryConfiguration other, ReadableConfig config) {
        RocksDBMemoryConfiguration merged = new RocksDBMemoryConfiguration();
        merged.useManagedMemory =
                other.useManagedMemory != null
                        ? other.useManagedMemory
                        : config.get(RocksDBOptions.USE_MANAGED_MEMORY);
        take(
                other.fixedMemoryPerSlot,
                config,
                RocksDBOptions.FIX_PER_SLOT_MEMORY_SIZE,
                merged::setFixedMemoryPerSlot);
        take(
                other.writeBufferRatio,
                config,
                RocksDBOptions.WRITE_BUFFER_RATIO,
                merged::setWriteBufferRatio);
        take(
                other.highPriorityPoolRatio,
                config,
                RocksDBOptions.HIGH_PRIORITY_POOL_RATIO,
                merged::setHighPriorityPoolRatio);
        merged.usePartitionedIndexFilters =
                other.usePartitionedIndexFilters != null
                        ? other.usePartitionedIndexFilters
                        : config.get(RocksDBOptions.USE_PARTITIONED_INDEX_FILTERS);
        return merged;
    }

    /** What the program says, which was looked at when it said it; else the setting. */
    private static <T> void take(
            T said, ReadableConfig config, ConfigOption<T> option, Consumer<T> setter) {
        if (said != null) {
            setter.accept(said);
            return;
        }
        T value = config.get(option);
        try {
            setter.accept(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalConfigurationException(
                    option.key() + " = " + value + " can't be followed: " + e.getMessage(), e);
        }
    }

    /** What is set in settings. */
    public static RocksDBMemoryConfiguration fromConfiguration(Configuration configuration) {
        return fromOtherAndConfiguration(new RocksDBMemoryConfiguration(), configuration);
    }
}
