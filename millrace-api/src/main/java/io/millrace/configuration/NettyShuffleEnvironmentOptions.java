// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import java.time.Duration;

/**
 * The network between processes of a cluster, which is not here: all are accepted and change
 * nothing.
 */
@PublicEvolving
public class NettyShuffleEnvironmentOptions {

    /** Of the network between processes of a cluster: data port. */
    public static final ConfigOption<Integer> DATA_PORT =
            key("taskmanager.data.port")
                    .intType()
                    .defaultValue(0)
                    .withDescription("Of the network between processes of a cluster: data port.");

    /** Of the network between processes of a cluster: data bind port. */
    public static final ConfigOption<String> DATA_BIND_PORT =
            key("taskmanager.data.bind-port")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Of the network between processes of a cluster: data bind port.");

    /** Of the network between processes of a cluster: data ssl enabled. */
    public static final ConfigOption<Boolean> DATA_SSL_ENABLED =
            key("taskmanager.data.ssl.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Of the network between processes of a cluster: data ssl enabled.");

    /**
     * Of the network between processes of a cluster: batch shuffle compression enabled.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Boolean> BATCH_SHUFFLE_COMPRESSION_ENABLED =
            key("taskmanager.network.batch-shuffle.compression.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("taskmanager.network.blocking-shuffle.compression.enabled")
                    .withDescription(
                            "Of the network between processes of a cluster: batch shuffle compression enabled.");

    /** Of the network between processes of a cluster: compression codec. */
    public static final ConfigOption<CompressionCodec> SHUFFLE_COMPRESSION_CODEC =
            key("taskmanager.network.compression.codec")
                    .enumType(CompressionCodec.class)
                    .defaultValue(CompressionCodec.LZ4)
                    .withDescription(
                            "Of the network between processes of a cluster: compression codec.");

    /** Of the network between processes of a cluster: detailed metrics. */
    public static final ConfigOption<Boolean> NETWORK_DETAILED_METRICS =
            key("taskmanager.network.detailed-metrics")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Of the network between processes of a cluster: detailed metrics.");

    /**
     * Of the network between processes of a cluster: number of buffers.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> NETWORK_NUM_BUFFERS =
            key("taskmanager.network.numberOfBuffers")
                    .intType()
                    .defaultValue(2048)
                    .withDescription(
                            "Of the network between processes of a cluster: number of buffers.");

    /**
     * Of the network between processes of a cluster: memory fraction.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Float> NETWORK_BUFFERS_MEMORY_FRACTION =
            key("taskmanager.network.memory.fraction")
                    .floatType()
                    .defaultValue(0.1f)
                    .withDescription(
                            "Of the network between processes of a cluster: memory fraction.");

    /**
     * Of the network between processes of a cluster: memory min.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<String> NETWORK_BUFFERS_MEMORY_MIN =
            key("taskmanager.network.memory.min")
                    .stringType()
                    .defaultValue("64mb")
                    .withDescription("Of the network between processes of a cluster: memory min.");

    /**
     * Of the network between processes of a cluster: memory max.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<String> NETWORK_BUFFERS_MEMORY_MAX =
            key("taskmanager.network.memory.max")
                    .stringType()
                    .defaultValue("1gb")
                    .withDescription("Of the network between processes of a cluster: memory max.");

    /**
     * Of the network between processes of a cluster: max num tcp connections.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> MAX_NUM_TCP_CONNECTIONS =
            key("taskmanager.network.max-num-tcp-connections")
                    .intType()
                    .defaultValue(1)
                    .withDescription(
                            "Of the network between processes of a cluster: max num tcp connections.");

    /** Of the network between processes of a cluster: memory read buffer required per gate max. */
    public static final ConfigOption<Integer> NETWORK_READ_MAX_REQUIRED_BUFFERS_PER_GATE =
            key("taskmanager.network.memory.read-buffer.required-per-gate.max")
                    .intType()
                    .noDefaultValue()
                    .withDescription(
                            "Of the network between processes of a cluster: memory read buffer required per gate max.");

    /**
     * Of the network between processes of a cluster: memory buffers per channel.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> NETWORK_BUFFERS_PER_CHANNEL =
            key("taskmanager.network.memory.buffers-per-channel")
                    .intType()
                    .defaultValue(2)
                    .withDescription(
                            "Of the network between processes of a cluster: memory buffers per channel.");

    /**
     * Of the network between processes of a cluster: memory floating buffers per gate.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> NETWORK_EXTRA_BUFFERS_PER_GATE =
            key("taskmanager.network.memory.floating-buffers-per-gate")
                    .intType()
                    .defaultValue(8)
                    .withDescription(
                            "Of the network between processes of a cluster: memory floating buffers per gate.");

    /** Of the network between processes of a cluster: sort shuffle min buffers. */
    public static final ConfigOption<Integer> NETWORK_SORT_SHUFFLE_MIN_BUFFERS =
            key("taskmanager.network.sort-shuffle.min-buffers")
                    .intType()
                    .defaultValue(512)
                    .withDescription(
                            "Of the network between processes of a cluster: sort shuffle min buffers.");

    /**
     * Of the network between processes of a cluster: sort shuffle min parallelism.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> NETWORK_SORT_SHUFFLE_MIN_PARALLELISM =
            key("taskmanager.network.sort-shuffle.min-parallelism")
                    .intType()
                    .defaultValue(1)
                    .withDescription(
                            "Of the network between processes of a cluster: sort shuffle min parallelism.");

    /**
     * Of the network between processes of a cluster: hybrid shuffle spill index region group size.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> HYBRID_SHUFFLE_SPILLED_INDEX_REGION_GROUP_SIZE =
            key("taskmanager.network.hybrid-shuffle.spill-index-region-group-size")
                    .intType()
                    .defaultValue(1024)
                    .withDeprecatedKeys(
                            "taskmanager.network.hybrid-shuffle.spill-index-segment-size")
                    .withDescription(
                            "Of the network between processes of a cluster: hybrid shuffle spill index region group size.");

    /**
     * Of the network between processes of a cluster: hybrid shuffle num retained in memory regions
     * max.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Long> HYBRID_SHUFFLE_NUM_RETAINED_IN_MEMORY_REGIONS_MAX =
            key("taskmanager.network.hybrid-shuffle.num-retained-in-memory-regions-max")
                    .longType()
                    .defaultValue(1048576L)
                    .withDescription(
                            "Of the network between processes of a cluster: hybrid shuffle num retained in memory regions max.");

    /**
     * Of the network between processes of a cluster: memory max buffers per channel.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> NETWORK_MAX_BUFFERS_PER_CHANNEL =
            key("taskmanager.network.memory.max-buffers-per-channel")
                    .intType()
                    .defaultValue(10)
                    .withDescription(
                            "Of the network between processes of a cluster: memory max buffers per channel.");

    /**
     * Of the network between processes of a cluster: memory max overdraft buffers per gate.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> NETWORK_MAX_OVERDRAFT_BUFFERS_PER_GATE =
            key("taskmanager.network.memory.max-overdraft-buffers-per-gate")
                    .intType()
                    .defaultValue(5)
                    .withDescription(
                            "Of the network between processes of a cluster: memory max overdraft buffers per gate.");

    /**
     * Of the network between processes of a cluster: memory exclusive buffers request timeout ms.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Long> NETWORK_EXCLUSIVE_BUFFERS_REQUEST_TIMEOUT_MILLISECONDS =
            key("taskmanager.network.memory.exclusive-buffers-request-timeout-ms")
                    .longType()
                    .defaultValue(30000L)
                    .withDescription(
                            "Of the network between processes of a cluster: memory exclusive buffers request timeout ms.");

    /** Of the network between processes of a cluster: memory buffers request timeout. */
    public static final ConfigOption<Duration> NETWORK_BUFFERS_REQUEST_TIMEOUT =
            key("taskmanager.network.memory.buffers-request-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(30))
                    .withDeprecatedKeys(
                            "taskmanager.network.memory.exclusive-buffers-request-timeout-ms")
                    .withDescription(
                            "Of the network between processes of a cluster: memory buffers request timeout.");

    /**
     * Of the network between processes of a cluster: hybrid shuffle enable new mode.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Boolean> NETWORK_HYBRID_SHUFFLE_ENABLE_NEW_MODE =
            key("taskmanager.network.hybrid-shuffle.enable-new-mode")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Of the network between processes of a cluster: hybrid shuffle enable new mode.");

    /**
     * Of the network between processes of a cluster: hybrid shuffle external remote tier factory
     * class.
     */
    public static final ConfigOption<String>
            NETWORK_HYBRID_SHUFFLE_EXTERNAL_REMOTE_TIER_FACTORY_CLASS_NAME =
                    key("taskmanager.network.hybrid-shuffle.external-remote-tier-factory.class")
                            .stringType()
                            .noDefaultValue()
                            .withDescription(
                                    "Of the network between processes of a cluster: hybrid shuffle external remote tier factory class.");

    /** Of the network between processes of a cluster: hybrid shuffle remote path. */
    public static final ConfigOption<String> NETWORK_HYBRID_SHUFFLE_REMOTE_STORAGE_BASE_PATH =
            key("taskmanager.network.hybrid-shuffle.remote.path")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Of the network between processes of a cluster: hybrid shuffle remote path.");

    /**
     * Of the network between processes of a cluster: blocking shuffle type.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<String> NETWORK_BLOCKING_SHUFFLE_TYPE =
            key("taskmanager.network.blocking-shuffle.type")
                    .stringType()
                    .defaultValue("file")
                    .withDescription(
                            "Of the network between processes of a cluster: blocking shuffle type.");

    /** Of the network between processes of a cluster: tcp connection enable reuse across jobs. */
    public static final ConfigOption<Boolean> TCP_CONNECTION_REUSE_ACROSS_JOBS_ENABLED =
            key("taskmanager.network.tcp-connection.enable-reuse-across-jobs")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Of the network between processes of a cluster: tcp connection enable reuse across jobs.");

    /**
     * Of the network between processes of a cluster: netty num arenas.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> NUM_ARENAS =
            key("taskmanager.network.netty.num-arenas")
                    .intType()
                    .defaultValue(-1)
                    .withDeprecatedKeys("taskmanager.net.num-arenas")
                    .withDescription(
                            "Of the network between processes of a cluster: netty num arenas.");

    /**
     * Of the network between processes of a cluster: netty server num threads.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> NUM_THREADS_SERVER =
            key("taskmanager.network.netty.server.numThreads")
                    .intType()
                    .defaultValue(-1)
                    .withDeprecatedKeys("taskmanager.net.server.numThreads")
                    .withDescription(
                            "Of the network between processes of a cluster: netty server num threads.");

    /**
     * Of the network between processes of a cluster: netty client num threads.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> NUM_THREADS_CLIENT =
            key("taskmanager.network.netty.client.numThreads")
                    .intType()
                    .defaultValue(-1)
                    .withDeprecatedKeys("taskmanager.net.client.numThreads")
                    .withDescription(
                            "Of the network between processes of a cluster: netty client num threads.");

    /**
     * Of the network between processes of a cluster: netty server backlog.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> CONNECT_BACKLOG =
            key("taskmanager.network.netty.server.backlog")
                    .intType()
                    .defaultValue(0)
                    .withDeprecatedKeys("taskmanager.net.server.backlog")
                    .withDescription(
                            "Of the network between processes of a cluster: netty server backlog.");

    /** Of the network between processes of a cluster: netty client connect timeout sec. */
    public static final ConfigOption<Integer> CLIENT_CONNECT_TIMEOUT_SECONDS =
            key("taskmanager.network.netty.client.connectTimeoutSec")
                    .intType()
                    .defaultValue(120)
                    .withDeprecatedKeys("taskmanager.net.client.connectTimeoutSec")
                    .withDescription(
                            "Of the network between processes of a cluster: netty client connect timeout sec.");

    /** Of the network between processes of a cluster: retries. */
    public static final ConfigOption<Integer> NETWORK_RETRIES =
            key("taskmanager.network.retries")
                    .intType()
                    .defaultValue(0)
                    .withDeprecatedKeys("taskmanager.network.retries")
                    .withDescription("Of the network between processes of a cluster: retries.");

    /**
     * Of the network between processes of a cluster: netty send receive buffer size.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<Integer> SEND_RECEIVE_BUFFER_SIZE =
            key("taskmanager.network.netty.sendReceiveBufferSize")
                    .intType()
                    .defaultValue(0)
                    .withDeprecatedKeys("taskmanager.net.sendReceiveBufferSize")
                    .withDescription(
                            "Of the network between processes of a cluster: netty send receive buffer size.");

    /**
     * Of the network between processes of a cluster: netty transport.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<String> TRANSPORT_TYPE =
            key("taskmanager.network.netty.transport")
                    .stringType()
                    .defaultValue("auto")
                    .withDeprecatedKeys("taskmanager.net.transport")
                    .withDescription(
                            "Of the network between processes of a cluster: netty transport.");

    /** Of the network between processes of a cluster: netty client tcp keep idle sec. */
    public static final ConfigOption<Integer> CLIENT_TCP_KEEP_IDLE_SECONDS =
            key("taskmanager.network.netty.client.tcp.keepIdleSec")
                    .intType()
                    .noDefaultValue()
                    .withDescription(
                            "Of the network between processes of a cluster: netty client tcp keep idle sec.");

    /** Of the network between processes of a cluster: netty client tcp keep interval sec. */
    public static final ConfigOption<Integer> CLIENT_TCP_KEEP_INTERVAL_SECONDS =
            key("taskmanager.network.netty.client.tcp.keepIntervalSec")
                    .intType()
                    .noDefaultValue()
                    .withDescription(
                            "Of the network between processes of a cluster: netty client tcp keep interval sec.");

    /** Of the network between processes of a cluster: netty client tcp keep count. */
    public static final ConfigOption<Integer> CLIENT_TCP_KEEP_COUNT =
            key("taskmanager.network.netty.client.tcp.keepCount")
                    .intType()
                    .noDefaultValue()
                    .withDescription(
                            "Of the network between processes of a cluster: netty client tcp keep count.");

    /** Of the network between processes of a cluster: request backoff initial. */
    public static final ConfigOption<Integer> NETWORK_REQUEST_BACKOFF_INITIAL =
            key("taskmanager.network.request-backoff.initial")
                    .intType()
                    .defaultValue(100)
                    .withDeprecatedKeys("taskmanager.net.request-backoff.initial")
                    .withDescription(
                            "Of the network between processes of a cluster: request backoff initial.");

    /** Of the network between processes of a cluster: request backoff max. */
    public static final ConfigOption<Integer> NETWORK_REQUEST_BACKOFF_MAX =
            key("taskmanager.network.request-backoff.max")
                    .intType()
                    .defaultValue(10000)
                    .withDeprecatedKeys("taskmanager.net.request-backoff.max")
                    .withDescription(
                            "Of the network between processes of a cluster: request backoff max.");

    /** Of the network between processes of a cluster: partition request timeout. */
    public static final ConfigOption<Duration> NETWORK_PARTITION_REQUEST_TIMEOUT =
            key("taskmanager.network.partition-request-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(10))
                    .withDescription(
                            "Of the network between processes of a cluster: partition request timeout.");

    private NettyShuffleEnvironmentOptions() {}

    /** How what goes over the network would be compressed. */
    @PublicEvolving
    public enum CompressionCodec {
        /** Not at all. */
        NONE,
        /** By LZ4. */
        LZ4,
        /** By LZO. */
        LZO,
        /** By Zstandard. */
        ZSTD
    }
}
