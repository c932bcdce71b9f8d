// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import java.time.Duration;

/** Workers: the few settings that mean something in one process, and those that programs name. */
@PublicEvolving
public class TaskManagerOptions {

    /** How many subtasks of one operator a worker of a cluster holds. */
    public static final ConfigOption<Integer> NUM_TASK_SLOTS =
            key("taskmanager.numberOfTaskSlots")
                    .intType()
                    .defaultValue(1)
                    .withDescription(
                            "How many subtasks of one operator a worker of a cluster holds.");

    /** The processors of a worker of a cluster. */
    public static final ConfigOption<Double> CPU_CORES =
            key("taskmanager.cpu.cores")
                    .doubleType()
                    .noDefaultValue()
                    .withDescription("The processors of a worker of a cluster.");

    /** The heap of the tasks of a worker of a cluster. */
    public static final ConfigOption<MemorySize> TASK_HEAP_MEMORY =
            key("taskmanager.memory.task.heap.size")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription("The heap of the tasks of a worker of a cluster.");

    /** The memory outside the heap of the tasks of a worker of a cluster. */
    public static final ConfigOption<MemorySize> TASK_OFF_HEAP_MEMORY =
            key("taskmanager.memory.task.off-heap.size")
                    .memoryType()
                    .defaultValue(MemorySize.ZERO)
                    .withDescription(
                            "The memory outside the heap of the tasks of a worker of a cluster.");

    /** The memory that state backends may use outside the heap. */
    public static final ConfigOption<MemorySize> MANAGED_MEMORY_SIZE =
            key("taskmanager.memory.managed.size")
                    .memoryType()
                    .noDefaultValue()
                    .withDeprecatedKeys("taskmanager.memory.size")
                    .withDescription("The memory that state backends may use outside the heap.");

    /** The share of memory that state backends may use outside the heap. */
    public static final ConfigOption<Float> MANAGED_MEMORY_FRACTION =
            key("taskmanager.memory.managed.fraction")
                    .floatType()
                    .defaultValue(0.4f)
                    .withDescription(
                            "The share of memory that state backends may use outside the heap.");

    /** The size of network buffers of a cluster. */
    public static final ConfigOption<MemorySize> MEMORY_SEGMENT_SIZE =
            key("taskmanager.memory.segment-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("32kb"))
                    .withDescription("The size of network buffers of a cluster.");

    /** The least memory for network buffers of a cluster. */
    public static final ConfigOption<MemorySize> NETWORK_MEMORY_MIN =
            key("taskmanager.memory.network.min")
                    .memoryType()
                    .defaultValue(MemorySize.parse("64mb"))
                    .withDeprecatedKeys("taskmanager.network.memory.min")
                    .withDescription("The least memory for network buffers of a cluster.");

    /** The most memory for network buffers of a cluster. */
    public static final ConfigOption<MemorySize> NETWORK_MEMORY_MAX =
            key("taskmanager.memory.network.max")
                    .memoryType()
                    .defaultValue(MemorySize.MAX_VALUE)
                    .withDeprecatedKeys("taskmanager.network.memory.max")
                    .withDescription("The most memory for network buffers of a cluster.");

    /** Whether the amount of data in flight follows the throughput. */
    public static final ConfigOption<Boolean> BUFFER_DEBLOAT_ENABLED =
            key("taskmanager.network.memory.buffer-debloat.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether the amount of data in flight follows the throughput.");

    /** After so long a cancelled task that has not ended is interrupted, and again each time. */
    public static final ConfigOption<Duration> TASK_CANCELLATION_INTERVAL =
            key("task.cancellation.interval")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(30))
                    .withDeprecatedKeys("task.cancellation-interval")
                    .withDescription(
                            "After so long a cancelled task that has not ended is interrupted, and "
                                    + "again each time.");

    /** After so long a cancelled task that has not ended fails the job; 0 for never. */
    public static final ConfigOption<Duration> TASK_CANCELLATION_TIMEOUT =
            key("task.cancellation.timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(180))
                    .withDescription(
                            "After so long a cancelled task that has not ended fails the job; 0 "
                                    + "for never.");

    /** The workers of a cluster in one process. */
    public static final ConfigOption<Integer> MINI_CLUSTER_NUM_TASK_MANAGERS =
            key("minicluster.number-of-taskmanagers")
                    .intType()
                    .defaultValue(1)
                    .withDeprecatedKeys("local.number-taskmanager")
                    .withDescription("The workers of a cluster in one process.");

    private TaskManagerOptions() {
        throw new UnsupportedOperationException("This class holds constants only.");
    }
}
