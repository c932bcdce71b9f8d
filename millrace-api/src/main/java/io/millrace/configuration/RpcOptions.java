// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import java.time.Duration;

/**
 * The calls between processes of a cluster, which are not here: all are accepted and change
 * nothing.
 */
@PublicEvolving
public class RpcOptions {

    /** Of the calls between processes of a cluster: rpc force invocation serialization. */
    @Internal
    public static final ConfigOption<Boolean> FORCE_RPC_INVOCATION_SERIALIZATION =
            key("pekko.rpc.force-invocation-serialization")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("akka.rpc.force-invocation-serialization")
                    .withDescription(
                            "Of the calls between processes of a cluster: rpc force invocation serialization.");

    /** Of the calls between processes of a cluster: ask callstack. */
    public static final ConfigOption<Boolean> CAPTURE_ASK_CALLSTACK =
            key("pekko.ask.callstack")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("akka.ask.callstack")
                    .withDescription("Of the calls between processes of a cluster: ask callstack.");

    /** Of the calls between processes of a cluster: ask timeout. */
    public static final ConfigOption<Duration> ASK_TIMEOUT_DURATION =
            key("pekko.ask.timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(10))
                    .withDeprecatedKeys("akka.ask.timeout")
                    .withDescription("Of the calls between processes of a cluster: ask timeout.");

    /** Of the calls between processes of a cluster: tcp timeout. */
    public static final ConfigOption<Duration> TCP_TIMEOUT =
            key("pekko.tcp.timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(20))
                    .withDeprecatedKeys("akka.tcp.timeout")
                    .withDescription("Of the calls between processes of a cluster: tcp timeout.");

    /** Of the calls between processes of a cluster: startup timeout. */
    public static final ConfigOption<Duration> STARTUP_TIMEOUT =
            key("pekko.startup-timeout")
                    .durationType()
                    .noDefaultValue()
                    .withDeprecatedKeys("akka.startup-timeout")
                    .withDescription(
                            "Of the calls between processes of a cluster: startup timeout.");

    /** Of the calls between processes of a cluster: ssl enabled. */
    public static final ConfigOption<Boolean> SSL_ENABLED =
            key("pekko.ssl.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("akka.ssl.enabled")
                    .withDescription("Of the calls between processes of a cluster: ssl enabled.");

    /** Of the calls between processes of a cluster: framesize. */
    public static final ConfigOption<String> FRAMESIZE =
            key("pekko.framesize")
                    .stringType()
                    .defaultValue("10485760b")
                    .withDeprecatedKeys("akka.framesize")
                    .withDescription("Of the calls between processes of a cluster: framesize.");

    /** Of the calls between processes of a cluster: throughput. */
    public static final ConfigOption<Integer> DISPATCHER_THROUGHPUT =
            key("pekko.throughput")
                    .intType()
                    .defaultValue(15)
                    .withDeprecatedKeys("akka.throughput")
                    .withDescription("Of the calls between processes of a cluster: throughput.");

    /** Of the calls between processes of a cluster: log lifecycle events. */
    public static final ConfigOption<Boolean> LOG_LIFECYCLE_EVENTS =
            key("pekko.log.lifecycle.events")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("akka.log.lifecycle.events")
                    .withDescription(
                            "Of the calls between processes of a cluster: log lifecycle events.");

    /** Of the calls between processes of a cluster: lookup timeout. */
    public static final ConfigOption<Duration> LOOKUP_TIMEOUT_DURATION =
            key("pekko.lookup.timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(10))
                    .withDeprecatedKeys("akka.lookup.timeout")
                    .withDescription(
                            "Of the calls between processes of a cluster: lookup timeout.");

    /** Of the calls between processes of a cluster: jvm exit on fatal error. */
    public static final ConfigOption<Boolean> JVM_EXIT_ON_FATAL_ERROR =
            key("pekko.jvm-exit-on-fatal-error")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("akka.jvm-exit-on-fatal-error")
                    .withDescription(
                            "Of the calls between processes of a cluster: jvm exit on fatal error.");

    /** Of the calls between processes of a cluster: retry gate closed for. */
    public static final ConfigOption<Long> RETRY_GATE_CLOSED_FOR =
            key("pekko.retry-gate-closed-for")
                    .longType()
                    .defaultValue(50L)
                    .withDeprecatedKeys("akka.retry-gate-closed-for")
                    .withDescription(
                            "Of the calls between processes of a cluster: retry gate closed for.");

    /** Of the calls between processes of a cluster: fork join executor parallelism factor. */
    public static final ConfigOption<Double> FORK_JOIN_EXECUTOR_PARALLELISM_FACTOR =
            key("pekko.fork-join-executor.parallelism-factor")
                    .doubleType()
                    .defaultValue(2.0)
                    .withDeprecatedKeys("akka.fork-join-executor.parallelism-factor")
                    .withDescription(
                            "Of the calls between processes of a cluster: fork join executor parallelism factor.");

    /** Of the calls between processes of a cluster: fork join executor parallelism min. */
    public static final ConfigOption<Integer> FORK_JOIN_EXECUTOR_PARALLELISM_MIN =
            key("pekko.fork-join-executor.parallelism-min")
                    .intType()
                    .defaultValue(8)
                    .withDeprecatedKeys("akka.fork-join-executor.parallelism-min")
                    .withDescription(
                            "Of the calls between processes of a cluster: fork join executor parallelism min.");

    /** Of the calls between processes of a cluster: fork join executor parallelism max. */
    public static final ConfigOption<Integer> FORK_JOIN_EXECUTOR_PARALLELISM_MAX =
            key("pekko.fork-join-executor.parallelism-max")
                    .intType()
                    .defaultValue(64)
                    .withDeprecatedKeys("akka.fork-join-executor.parallelism-max")
                    .withDescription(
                            "Of the calls between processes of a cluster: fork join executor parallelism max.");

    /**
     * Of the calls between processes of a cluster: remote fork join executor parallelism factor.
     */
    public static final ConfigOption<Double> REMOTE_FORK_JOIN_EXECUTOR_PARALLELISM_FACTOR =
            key("pekko.remote-fork-join-executor.parallelism-factor")
                    .doubleType()
                    .defaultValue(2.0)
                    .withDescription(
                            "Of the calls between processes of a cluster: remote fork join executor parallelism factor.");

    /** Of the calls between processes of a cluster: remote fork join executor parallelism min. */
    public static final ConfigOption<Integer> REMOTE_FORK_JOIN_EXECUTOR_PARALLELISM_MIN =
            key("pekko.remote-fork-join-executor.parallelism-min")
                    .intType()
                    .defaultValue(8)
                    .withDescription(
                            "Of the calls between processes of a cluster: remote fork join executor parallelism min.");

    /** Of the calls between processes of a cluster: remote fork join executor parallelism max. */
    public static final ConfigOption<Integer> REMOTE_FORK_JOIN_EXECUTOR_PARALLELISM_MAX =
            key("pekko.remote-fork-join-executor.parallelism-max")
                    .intType()
                    .defaultValue(16)
                    .withDescription(
                            "Of the calls between processes of a cluster: remote fork join executor parallelism max.");

    /** Of the calls between processes of a cluster: client socket worker pool pool size min. */
    public static final ConfigOption<Integer> CLIENT_SOCKET_WORKER_POOL_SIZE_MIN =
            key("pekko.client-socket-worker-pool.pool-size-min")
                    .intType()
                    .defaultValue(1)
                    .withDeprecatedKeys("akka.client-socket-worker-pool.pool-size-min")
                    .withDescription(
                            "Of the calls between processes of a cluster: client socket worker pool pool size min.");

    /** Of the calls between processes of a cluster: client socket worker pool pool size max. */
    public static final ConfigOption<Integer> CLIENT_SOCKET_WORKER_POOL_SIZE_MAX =
            key("pekko.client-socket-worker-pool.pool-size-max")
                    .intType()
                    .defaultValue(2)
                    .withDeprecatedKeys("akka.client-socket-worker-pool.pool-size-max")
                    .withDescription(
                            "Of the calls between processes of a cluster: client socket worker pool pool size max.");

    /** Of the calls between processes of a cluster: client socket worker pool pool size factor. */
    public static final ConfigOption<Double> CLIENT_SOCKET_WORKER_POOL_SIZE_FACTOR =
            key("pekko.client-socket-worker-pool.pool-size-factor")
                    .doubleType()
                    .defaultValue(1.0)
                    .withDeprecatedKeys("akka.client-socket-worker-pool.pool-size-factor")
                    .withDescription(
                            "Of the calls between processes of a cluster: client socket worker pool pool size factor.");

    /** Of the calls between processes of a cluster: server socket worker pool pool size min. */
    public static final ConfigOption<Integer> SERVER_SOCKET_WORKER_POOL_SIZE_MIN =
            key("pekko.server-socket-worker-pool.pool-size-min")
                    .intType()
                    .defaultValue(1)
                    .withDeprecatedKeys("akka.server-socket-worker-pool.pool-size-min")
                    .withDescription(
                            "Of the calls between processes of a cluster: server socket worker pool pool size min.");

    /** Of the calls between processes of a cluster: server socket worker pool pool size max. */
    public static final ConfigOption<Integer> SERVER_SOCKET_WORKER_POOL_SIZE_MAX =
            key("pekko.server-socket-worker-pool.pool-size-max")
                    .intType()
                    .defaultValue(2)
                    .withDeprecatedKeys("akka.server-socket-worker-pool.pool-size-max")
                    .withDescription(
                            "Of the calls between processes of a cluster: server socket worker pool pool size max.");

    /** Of the calls between processes of a cluster: server socket worker pool pool size factor. */
    public static final ConfigOption<Double> SERVER_SOCKET_WORKER_POOL_SIZE_FACTOR =
            key("pekko.server-socket-worker-pool.pool-size-factor")
                    .doubleType()
                    .defaultValue(1.0)
                    .withDeprecatedKeys("akka.server-socket-worker-pool.pool-size-factor")
                    .withDescription(
                            "Of the calls between processes of a cluster: server socket worker pool pool size factor.");

    /**
     * Whether calls within a process were to be serialized, as set; none is.
     *
     * @param config to look into
     */
    public static boolean isForceRpcInvocationSerializationEnabled(Configuration config) {
        return config.get(FORCE_RPC_INVOCATION_SERIALIZATION);
    }

    /** All members are static. */
    public RpcOptions() {}
}
