// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import java.time.Duration;

/** The web server of a cluster, which is not here: all are accepted and change nothing. */
@PublicEvolving
public class RestOptions {

    /** Of the web server of a cluster: bind address. */
    public static final ConfigOption<String> BIND_ADDRESS =
            key("rest.bind-address")
                    .stringType()
                    .noDefaultValue()
                    .withFallbackKeys("web.address")
                    .withDeprecatedKeys("jobmanager.web.address")
                    .withDescription("Of the web server of a cluster: bind address.");

    /** Of the web server of a cluster: bind port. */
    public static final ConfigOption<String> BIND_PORT =
            key("rest.bind-port")
                    .stringType()
                    .defaultValue("8081")
                    .withFallbackKeys("rest.port")
                    .withDeprecatedKeys("web.port", "jobmanager.web.port")
                    .withDescription("Of the web server of a cluster: bind port.");

    /** Of the web server of a cluster: url prefix. */
    public static final ConfigOption<String> URL_PREFIX =
            key("rest.url-prefix")
                    .stringType()
                    .defaultValue("/")
                    .withDescription("Of the web server of a cluster: url prefix.");

    /** Of the web server of a cluster: address. */
    public static final ConfigOption<String> ADDRESS =
            key("rest.address")
                    .stringType()
                    .noDefaultValue()
                    .withFallbackKeys("jobmanager.rpc.address")
                    .withDescription("Of the web server of a cluster: address.");

    /** Of the web server of a cluster: path. */
    public static final ConfigOption<String> PATH =
            key("rest.path")
                    .stringType()
                    .defaultValue("")
                    .withDescription("Of the web server of a cluster: path.");

    /** Of the web server of a cluster: port. */
    public static final ConfigOption<Integer> PORT =
            key("rest.port")
                    .intType()
                    .defaultValue(8081)
                    .withDeprecatedKeys("web.port")
                    .withDescription("Of the web server of a cluster: port.");

    /** Of the web server of a cluster: await leader timeout. */
    public static final ConfigOption<Duration> AWAIT_LEADER_TIMEOUT =
            key("rest.await-leader-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(30))
                    .withDescription("Of the web server of a cluster: await leader timeout.");

    /** Of the web server of a cluster: retry max attempts. */
    public static final ConfigOption<Integer> RETRY_MAX_ATTEMPTS =
            key("rest.retry.max-attempts")
                    .intType()
                    .defaultValue(20)
                    .withDescription("Of the web server of a cluster: retry max attempts.");

    /** Of the web server of a cluster: retry delay. */
    public static final ConfigOption<Duration> RETRY_DELAY =
            key("rest.retry.delay")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(3))
                    .withDescription("Of the web server of a cluster: retry delay.");

    /** Of the web server of a cluster: connection timeout. */
    public static final ConfigOption<Duration> CONNECTION_TIMEOUT =
            key("rest.connection-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(15))
                    .withDescription("Of the web server of a cluster: connection timeout.");

    /** Of the web server of a cluster: idleness timeout. */
    public static final ConfigOption<Duration> IDLENESS_TIMEOUT =
            key("rest.idleness-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(300))
                    .withDescription("Of the web server of a cluster: idleness timeout.");

    /** Of the web server of a cluster: server max content length. */
    public static final ConfigOption<Integer> SERVER_MAX_CONTENT_LENGTH =
            key("rest.server.max-content-length")
                    .intType()
                    .defaultValue(104857600)
                    .withDescription("Of the web server of a cluster: server max content length.");

    /** Of the web server of a cluster: client max content length. */
    public static final ConfigOption<Integer> CLIENT_MAX_CONTENT_LENGTH =
            key("rest.client.max-content-length")
                    .intType()
                    .defaultValue(104857600)
                    .withDescription("Of the web server of a cluster: client max content length.");

    /** Of the web server of a cluster: server numThreads. */
    public static final ConfigOption<Integer> SERVER_NUM_THREADS =
            key("rest.server.numThreads")
                    .intType()
                    .defaultValue(4)
                    .withDescription("Of the web server of a cluster: server numThreads.");

    /** Of the web server of a cluster: server thread priority. */
    public static final ConfigOption<Integer> SERVER_THREAD_PRIORITY =
            key("rest.server.thread-priority")
                    .intType()
                    .defaultValue(5)
                    .withDescription("Of the web server of a cluster: server thread priority.");

    /** Of the web server of a cluster: cache checkpoint statistics timeout. */
    public static final ConfigOption<Duration> CACHE_CHECKPOINT_STATISTICS_TIMEOUT =
            key("rest.cache.checkpoint-statistics.timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(3))
                    .withFallbackKeys("web.refresh-interval")
                    .withDescription(
                            "Of the web server of a cluster: cache checkpoint statistics timeout.");

    /** Of the web server of a cluster: cache checkpoint statistics size. */
    public static final ConfigOption<Integer> CACHE_CHECKPOINT_STATISTICS_SIZE =
            key("rest.cache.checkpoint-statistics.size")
                    .intType()
                    .defaultValue(1000)
                    .withDescription(
                            "Of the web server of a cluster: cache checkpoint statistics size.");

    /** Of the web server of a cluster: flamegraph enabled. */
    public static final ConfigOption<Boolean> ENABLE_FLAMEGRAPH =
            key("rest.flamegraph.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Of the web server of a cluster: flamegraph enabled.");

    /** Of the web server of a cluster: flamegraph cleanup interval. */
    public static final ConfigOption<Duration> FLAMEGRAPH_CLEANUP_INTERVAL =
            key("rest.flamegraph.cleanup-interval")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(600))
                    .withDescription(
                            "Of the web server of a cluster: flamegraph cleanup interval.");

    /** Of the web server of a cluster: flamegraph refresh interval. */
    public static final ConfigOption<Duration> FLAMEGRAPH_REFRESH_INTERVAL =
            key("rest.flamegraph.refresh-interval")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(60))
                    .withDescription(
                            "Of the web server of a cluster: flamegraph refresh interval.");

    /** Of the web server of a cluster: flamegraph num samples. */
    public static final ConfigOption<Integer> FLAMEGRAPH_NUM_SAMPLES =
            key("rest.flamegraph.num-samples")
                    .intType()
                    .defaultValue(100)
                    .withDescription("Of the web server of a cluster: flamegraph num samples.");

    /** Of the web server of a cluster: flamegraph delay between samples. */
    public static final ConfigOption<Duration> FLAMEGRAPH_DELAY =
            key("rest.flamegraph.delay-between-samples")
                    .durationType()
                    .defaultValue(Duration.ofMillis(50))
                    .withDescription(
                            "Of the web server of a cluster: flamegraph delay between samples.");

    /** Of the web server of a cluster: flamegraph stack depth. */
    public static final ConfigOption<Integer> FLAMEGRAPH_STACK_TRACE_DEPTH =
            key("rest.flamegraph.stack-depth")
                    .intType()
                    .defaultValue(100)
                    .withDescription("Of the web server of a cluster: flamegraph stack depth.");

    /** Of the web server of a cluster: async store duration. */
    public static final ConfigOption<Duration> ASYNC_OPERATION_STORE_DURATION =
            key("rest.async.store-duration")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(300))
                    .withDescription("Of the web server of a cluster: async store duration.");

    /** Of the web server of a cluster: profiling enabled. */
    public static final ConfigOption<Boolean> ENABLE_PROFILER =
            key("rest.profiling.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Of the web server of a cluster: profiling enabled.");

    /** Of the web server of a cluster: profiling history size. */
    public static final ConfigOption<Integer> MAX_PROFILING_HISTORY_SIZE =
            key("rest.profiling.history-size")
                    .intType()
                    .defaultValue(10)
                    .withDescription("Of the web server of a cluster: profiling history size.");

    /** Of the web server of a cluster: profiling duration max. */
    public static final ConfigOption<Duration> MAX_PROFILING_DURATION =
            key("rest.profiling.duration-max")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(300))
                    .withDescription("Of the web server of a cluster: profiling duration max.");

    /** Of the web server of a cluster: profiling dir. */
    public static final ConfigOption<String> PROFILING_RESULT_DIR =
            key("rest.profiling.dir")
                    .stringType()
                    .defaultValue("/tmp")
                    .withDescription("Of the web server of a cluster: profiling dir.");

    /** All members are static. */
    public RestOptions() {}
}
