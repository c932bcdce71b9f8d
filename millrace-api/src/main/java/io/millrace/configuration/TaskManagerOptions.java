// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import io.millrace.spi.CancellationKeys;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

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
            CancellationKeys.INTERVAL;

    /** After so long a cancelled task that has not ended fails the job; 0 for never. */
    public static final ConfigOption<Duration> TASK_CANCELLATION_TIMEOUT = CancellationKeys.TIMEOUT;

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

    /** What managed memory of a cluster's workers is for. */
    public static final String MANAGED_MEMORY_CONSUMER_NAME_DATAPROC = "DATAPROC";

    /** What managed memory of a cluster's workers is for. */
    public static final String MANAGED_MEMORY_CONSUMER_NAME_OPERATOR = "OPERATOR";

    /** What managed memory of a cluster's workers is for. */
    public static final String MANAGED_MEMORY_CONSUMER_NAME_STATE_BACKEND = "STATE_BACKEND";

    /** What managed memory of a cluster's workers is for. */
    public static final String MANAGED_MEMORY_CONSUMER_NAME_PYTHON = "PYTHON";

    /** Of a worker of a cluster: heap size. */
    @Deprecated
    public static final ConfigOption<MemorySize> TASK_MANAGER_HEAP_MEMORY =
            key("taskmanager.heap.size")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription("Of a worker of a cluster: heap size.");

    /** Of a worker of a cluster: heap mb. */
    @Deprecated
    public static final ConfigOption<Integer> TASK_MANAGER_HEAP_MEMORY_MB =
            key("taskmanager.heap.mb")
                    .intType()
                    .noDefaultValue()
                    .withDescription("Of a worker of a cluster: heap mb.");

    /** Of a worker of a cluster: jvm exit on oom. */
    public static final ConfigOption<Boolean> KILL_ON_OUT_OF_MEMORY =
            key("taskmanager.jvm-exit-on-oom")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Of a worker of a cluster: jvm exit on oom.");

    /** Of a worker of a cluster: exit on fatal akka error. */
    @Deprecated
    public static final ConfigOption<Boolean> EXIT_ON_FATAL_AKKA_ERROR =
            key("taskmanager.exit-on-fatal-akka-error")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Of a worker of a cluster: exit on fatal akka error.");

    /** Of a worker of a cluster: host. */
    public static final ConfigOption<String> HOST =
            key("taskmanager.host")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Of a worker of a cluster: host.");

    /** Of a worker of a cluster: bind host. */
    public static final ConfigOption<String> BIND_HOST =
            key("taskmanager.bind-host")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Of a worker of a cluster: bind host.");

    /** Of a worker of a cluster: rpc port. */
    public static final ConfigOption<String> RPC_PORT =
            key("taskmanager.rpc.port")
                    .stringType()
                    .defaultValue("0")
                    .withDescription("Of a worker of a cluster: rpc port.");

    /** Of a worker of a cluster: rpc bind port. */
    public static final ConfigOption<Integer> RPC_BIND_PORT =
            key("taskmanager.rpc.bind-port")
                    .intType()
                    .noDefaultValue()
                    .withDescription("Of a worker of a cluster: rpc bind port.");

    /** Of a worker of a cluster: collect sink port. */
    public static final ConfigOption<Integer> COLLECT_PORT =
            key("taskmanager.collect-sink.port")
                    .intType()
                    .defaultValue(0)
                    .withDescription("Of a worker of a cluster: collect sink port.");

    /** Of a worker of a cluster: registration initial backoff. */
    @Deprecated
    public static final ConfigOption<Duration> INITIAL_REGISTRATION_BACKOFF =
            key("taskmanager.registration.initial-backoff")
                    .durationType()
                    .defaultValue(Duration.ofMillis(500))
                    .withDeprecatedKeys("taskmanager.initial-registration-pause")
                    .withDescription("Of a worker of a cluster: registration initial backoff.");

    /** Of a worker of a cluster: registration max backoff. */
    @Deprecated
    public static final ConfigOption<Duration> REGISTRATION_MAX_BACKOFF =
            key("taskmanager.registration.max-backoff")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(30))
                    .withDeprecatedKeys("taskmanager.max-registration-pause")
                    .withDescription("Of a worker of a cluster: registration max backoff.");

    /** Of a worker of a cluster: registration refused backoff. */
    @Deprecated
    public static final ConfigOption<Duration> REFUSED_REGISTRATION_BACKOFF =
            key("taskmanager.registration.refused-backoff")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(10))
                    .withDeprecatedKeys("taskmanager.refused-registration-pause")
                    .withDescription("Of a worker of a cluster: registration refused backoff.");

    /** Of a worker of a cluster: registration timeout. */
    public static final ConfigOption<Duration> REGISTRATION_TIMEOUT =
            key("taskmanager.registration.timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(300))
                    .withDeprecatedKeys("taskmanager.maxRegistrationDuration")
                    .withDescription("Of a worker of a cluster: registration timeout.");

    /** Of a worker of a cluster: slot timeout. */
    public static final ConfigOption<Duration> SLOT_TIMEOUT =
            key("taskmanager.slot.timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(10))
                    .withFallbackKeys("pekko.ask.timeout")
                    .withDescription("Of a worker of a cluster: slot timeout.");

    /** Of a worker of a cluster: debug memory log. */
    public static final ConfigOption<Boolean> DEBUG_MEMORY_LOG =
            key("taskmanager.debug.memory.log")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("taskmanager.debug.memory.startLogThread")
                    .withDescription("Of a worker of a cluster: debug memory log.");

    /** Of a worker of a cluster: debug memory log interval. */
    public static final ConfigOption<Duration> DEBUG_MEMORY_USAGE_LOG_INTERVAL_MS =
            key("taskmanager.debug.memory.log-interval")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(5))
                    .withDeprecatedKeys("taskmanager.debug.memory.logIntervalMs")
                    .withDescription("Of a worker of a cluster: debug memory log interval.");

    /** Of a worker of a cluster: memory min segment size. */
    public static final ConfigOption<MemorySize> MIN_MEMORY_SEGMENT_SIZE =
            key("taskmanager.memory.min-segment-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("256b"))
                    .withDescription("Of a worker of a cluster: memory min segment size.");

    /** Of a worker of a cluster: network bind policy. */
    public static final ConfigOption<String> HOST_BIND_POLICY =
            key("taskmanager.network.bind-policy")
                    .stringType()
                    .defaultValue("ip")
                    .withDescription("Of a worker of a cluster: network bind policy.");

    /** Of a worker of a cluster: resource id. */
    public static final ConfigOption<String> TASK_MANAGER_RESOURCE_ID =
            key("taskmanager.resource-id")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Of a worker of a cluster: resource id.");

    /** Of a worker of a cluster: memory process size. */
    public static final ConfigOption<MemorySize> TOTAL_PROCESS_MEMORY =
            key("taskmanager.memory.process.size")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription("Of a worker of a cluster: memory process size.");

    /** Of a worker of a cluster: memory flink size. */
    public static final ConfigOption<MemorySize> TOTAL_FLINK_MEMORY =
            key("taskmanager.memory.flink.size")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription("Of a worker of a cluster: memory flink size.");

    /** Of a worker of a cluster: memory framework heap size. */
    public static final ConfigOption<MemorySize> FRAMEWORK_HEAP_MEMORY =
            key("taskmanager.memory.framework.heap.size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("128mb"))
                    .withDescription("Of a worker of a cluster: memory framework heap size.");

    /** Of a worker of a cluster: memory framework off heap size. */
    public static final ConfigOption<MemorySize> FRAMEWORK_OFF_HEAP_MEMORY =
            key("taskmanager.memory.framework.off-heap.size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("128mb"))
                    .withDescription("Of a worker of a cluster: memory framework off heap size.");

    /** Of a worker of a cluster: memory managed consumer weights. */
    public static final ConfigOption<Map<String, String>> MANAGED_MEMORY_CONSUMER_WEIGHTS =
            key("taskmanager.memory.managed.consumer-weights")
                    .mapType()
                    .defaultValue(
                            // Sorted, so that its text is the same in each JVM.
                            Collections.unmodifiableSortedMap(
                                    new TreeMap<>(
                                            Map.of(
                                                    "OPERATOR", "70",
                                                    "STATE_BACKEND", "70",
                                                    "PYTHON", "30"))))
                    .withDescription("Of a worker of a cluster: memory managed consumer weights.");

    /** Of a worker of a cluster: memory network fraction. */
    public static final ConfigOption<Float> NETWORK_MEMORY_FRACTION =
            key("taskmanager.memory.network.fraction")
                    .floatType()
                    .defaultValue(0.1f)
                    .withDeprecatedKeys("taskmanager.network.memory.fraction")
                    .withDescription("Of a worker of a cluster: memory network fraction.");

    /** Of a worker of a cluster: network memory buffer debloat period. */
    public static final ConfigOption<Duration> BUFFER_DEBLOAT_PERIOD =
            key("taskmanager.network.memory.buffer-debloat.period")
                    .durationType()
                    .defaultValue(Duration.ofMillis(200))
                    .withDescription(
                            "Of a worker of a cluster: network memory buffer debloat period.");

    /** Of a worker of a cluster: network memory buffer debloat samples. */
    public static final ConfigOption<Integer> BUFFER_DEBLOAT_SAMPLES =
            key("taskmanager.network.memory.buffer-debloat.samples")
                    .intType()
                    .defaultValue(20)
                    .withDescription(
                            "Of a worker of a cluster: network memory buffer debloat samples.");

    /** Of a worker of a cluster: network memory buffer debloat target. */
    public static final ConfigOption<Duration> BUFFER_DEBLOAT_TARGET =
            key("taskmanager.network.memory.buffer-debloat.target")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(1))
                    .withDescription(
                            "Of a worker of a cluster: network memory buffer debloat target.");

    /** Of a worker of a cluster: network memory buffer debloat threshold percentages. */
    public static final ConfigOption<Integer> BUFFER_DEBLOAT_THRESHOLD_PERCENTAGES =
            key("taskmanager.network.memory.buffer-debloat.threshold-percentages")
                    .intType()
                    .defaultValue(25)
                    .withDescription(
                            "Of a worker of a cluster: network memory buffer debloat threshold percentages.");

    /** Of a worker of a cluster: memory framework off heap batch shuffle size. */
    public static final ConfigOption<MemorySize> NETWORK_BATCH_SHUFFLE_READ_MEMORY =
            key("taskmanager.memory.framework.off-heap.batch-shuffle.size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("64mb"))
                    .withDescription(
                            "Of a worker of a cluster: memory framework off heap batch shuffle size.");

    /** Of a worker of a cluster: memory jvm metaspace size. */
    public static final ConfigOption<MemorySize> JVM_METASPACE =
            key("taskmanager.memory.jvm-metaspace.size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("256mb"))
                    .withDescription("Of a worker of a cluster: memory jvm metaspace size.");

    /** Of a worker of a cluster: memory jvm overhead min. */
    public static final ConfigOption<MemorySize> JVM_OVERHEAD_MIN =
            key("taskmanager.memory.jvm-overhead.min")
                    .memoryType()
                    .defaultValue(MemorySize.parse("192mb"))
                    .withDescription("Of a worker of a cluster: memory jvm overhead min.");

    /** Of a worker of a cluster: memory jvm overhead max. */
    public static final ConfigOption<MemorySize> JVM_OVERHEAD_MAX =
            key("taskmanager.memory.jvm-overhead.max")
                    .memoryType()
                    .defaultValue(MemorySize.parse("1gb"))
                    .withDescription("Of a worker of a cluster: memory jvm overhead max.");

    /** Of a worker of a cluster: memory jvm overhead fraction. */
    public static final ConfigOption<Float> JVM_OVERHEAD_FRACTION =
            key("taskmanager.memory.jvm-overhead.fraction")
                    .floatType()
                    .defaultValue(0.1f)
                    .withDescription("Of a worker of a cluster: memory jvm overhead fraction.");

    /** Of a worker of a cluster: ation timers timeout. */
    public static final ConfigOption<Duration> TASK_CANCELLATION_TIMEOUT_TIMERS =
            key("task.cancellation.timers.timeout")
                    .durationType()
                    .defaultValue(Duration.ofMillis(7500))
                    .withDeprecatedKeys("timerservice.exceptional.shutdown.timeout")
                    .withDescription("Of a worker of a cluster: ation timers timeout.");

    /** Of a worker of a cluster: system out mode. */
    public static final ConfigOption<SystemOutMode> TASK_MANAGER_SYSTEM_OUT_MODE =
            key("taskmanager.system-out.mode")
                    .enumType(SystemOutMode.class)
                    .defaultValue(SystemOutMode.DEFAULT)
                    .withDescription("Of a worker of a cluster: system out mode.");

    /** Of a worker of a cluster: system out log thread name enabled. */
    public static final ConfigOption<Boolean> TASK_MANAGER_SYSTEM_OUT_LOG_THREAD_NAME =
            key("taskmanager.system-out.log.thread-name.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Of a worker of a cluster: system out log thread name enabled.");

    /** Of a worker of a cluster: system out log cache upper size. */
    public static final ConfigOption<MemorySize> TASK_MANAGER_SYSTEM_OUT_LOG_CACHE_SIZE =
            key("taskmanager.system-out.log.cache-upper-size")
                    .memoryType()
                    .defaultValue(MemorySize.parse("100kb"))
                    .withDescription("Of a worker of a cluster: system out log cache upper size.");

    /** Of a worker of a cluster: load balance mode. */
    public static final ConfigOption<TaskManagerLoadBalanceMode> TASK_MANAGER_LOAD_BALANCE_MODE =
            key("taskmanager.load-balance.mode")
                    .enumType(TaskManagerLoadBalanceMode.class)
                    .defaultValue(TaskManagerLoadBalanceMode.NONE)
                    .withDescription("Of a worker of a cluster: load balance mode.");

    /** Of a worker of a cluster: log path. */
    public static final ConfigOption<String> TASK_MANAGER_LOG_PATH =
            key("taskmanager.log.path")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Of a worker of a cluster: log path.");

    /** Of a worker of a cluster: runtime fs timeout. */
    public static final ConfigOption<Duration> FS_STREAM_OPENING_TIME_OUT =
            key("taskmanager.runtime.fs-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(0))
                    .withDeprecatedKeys("taskmanager.runtime.fs_timeout")
                    .withDescription("Of a worker of a cluster: runtime fs timeout.");

    /** Where a worker of a cluster leaves what its tasks print. */
    public enum SystemOutMode {
        DEFAULT,
        LOG,
        IGNORE
    }

    /** How a cluster deals tasks to its workers. */
    public enum TaskManagerLoadBalanceMode {
        NONE,
        SLOTS
    }
}
