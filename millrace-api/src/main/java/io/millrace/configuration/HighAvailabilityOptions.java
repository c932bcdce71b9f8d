// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import java.time.Duration;
import java.util.Map;

/** The stand-ins of a cluster's master, which is not here: all are accepted and change nothing. */
@PublicEvolving
public class HighAvailabilityOptions {

    /** Of the stand-ins of a cluster's master: type. */
    public static final ConfigOption<String> HA_MODE =
            key("high-availability.type")
                    .stringType()
                    .defaultValue("NONE")
                    .withDeprecatedKeys("recovery.mode", "high-availability")
                    .withDescription("Of the stand-ins of a cluster's master: type.");

    /** Of the stand-ins of a cluster's master: cluster id. */
    public static final ConfigOption<String> HA_CLUSTER_ID =
            key("high-availability.cluster-id")
                    .stringType()
                    .defaultValue("/default")
                    .withDeprecatedKeys(
                            "high-availability.zookeeper.path.namespace",
                            "recovery.zookeeper.path.namespace")
                    .withDescription("Of the stand-ins of a cluster's master: cluster id.");

    /** Of the stand-ins of a cluster's master: storage dir. */
    public static final ConfigOption<String> HA_STORAGE_PATH =
            key("high-availability.storageDir")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys(
                            "high-availability.zookeeper.storageDir",
                            "recovery.zookeeper.storageDir")
                    .withDescription("Of the stand-ins of a cluster's master: storage dir.");

    /** Of the stand-ins of a cluster's master: jobmanager port. */
    public static final ConfigOption<String> HA_JOB_MANAGER_PORT_RANGE =
            key("high-availability.jobmanager.port")
                    .stringType()
                    .defaultValue("0")
                    .withDeprecatedKeys("recovery.jobmanager.port")
                    .withDescription("Of the stand-ins of a cluster's master: jobmanager port.");

    /** Of the stand-ins of a cluster's master: zookeeper quorum. */
    public static final ConfigOption<String> HA_ZOOKEEPER_QUORUM =
            key("high-availability.zookeeper.quorum")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys("recovery.zookeeper.quorum")
                    .withDescription("Of the stand-ins of a cluster's master: zookeeper quorum.");

    /** Of the stand-ins of a cluster's master: zookeeper path root. */
    public static final ConfigOption<String> HA_ZOOKEEPER_ROOT =
            key("high-availability.zookeeper.path.root")
                    .stringType()
                    .defaultValue("/flink")
                    .withDeprecatedKeys("recovery.zookeeper.path.root")
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper path root.");

    /** Of the stand-ins of a cluster's master: zookeeper path jobgraphs. */
    public static final ConfigOption<String> HA_ZOOKEEPER_JOBGRAPHS_PATH =
            key("high-availability.zookeeper.path.jobgraphs")
                    .stringType()
                    .defaultValue("/jobgraphs")
                    .withDeprecatedKeys("recovery.zookeeper.path.jobgraphs")
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper path jobgraphs.");

    /** Of the stand-ins of a cluster's master: zookeeper client session timeout. */
    public static final ConfigOption<Duration> ZOOKEEPER_SESSION_TIMEOUT =
            key("high-availability.zookeeper.client.session-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(60))
                    .withDeprecatedKeys("recovery.zookeeper.client.session-timeout")
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client session timeout.");

    /** Of the stand-ins of a cluster's master: zookeeper client connection timeout. */
    public static final ConfigOption<Duration> ZOOKEEPER_CONNECTION_TIMEOUT =
            key("high-availability.zookeeper.client.connection-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(15))
                    .withDeprecatedKeys("recovery.zookeeper.client.connection-timeout")
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client connection timeout.");

    /** Of the stand-ins of a cluster's master: zookeeper client retry wait. */
    public static final ConfigOption<Duration> ZOOKEEPER_RETRY_WAIT =
            key("high-availability.zookeeper.client.retry-wait")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(5))
                    .withDeprecatedKeys("recovery.zookeeper.client.retry-wait")
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client retry wait.");

    /** Of the stand-ins of a cluster's master: zookeeper client max retry attempts. */
    public static final ConfigOption<Integer> ZOOKEEPER_MAX_RETRY_ATTEMPTS =
            key("high-availability.zookeeper.client.max-retry-attempts")
                    .intType()
                    .defaultValue(3)
                    .withDeprecatedKeys("recovery.zookeeper.client.max-retry-attempts")
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client max retry attempts.");

    /**
     * Of the stand-ins of a cluster's master: zookeeper path running registry.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<String> ZOOKEEPER_RUNNING_JOB_REGISTRY_PATH =
            key("high-availability.zookeeper.path.running-registry")
                    .stringType()
                    .defaultValue("/running_job_registry/")
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper path running registry.");

    /** Of the stand-ins of a cluster's master: zookeeper client acl. */
    public static final ConfigOption<String> ZOOKEEPER_CLIENT_ACL =
            key("high-availability.zookeeper.client.acl")
                    .stringType()
                    .defaultValue("open")
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client acl.");

    /** Of the stand-ins of a cluster's master: zookeeper client tolerate suspended connections. */
    public static final ConfigOption<Boolean> ZOOKEEPER_TOLERATE_SUSPENDED_CONNECTIONS =
            key("high-availability.zookeeper.client.tolerate-suspended-connections")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client tolerate suspended connections.");

    /** Of the stand-ins of a cluster's master: zookeeper client ensemble tracker. */
    public static final ConfigOption<Boolean> ZOOKEEPER_ENSEMBLE_TRACKING =
            key("high-availability.zookeeper.client.ensemble-tracker")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client ensemble tracker.");

    /** Of the stand-ins of a cluster's master: zookeeper client authorization. */
    public static final ConfigOption<Map<String, String>> ZOOKEEPER_CLIENT_AUTHORIZATION =
            key("high-availability.zookeeper.client.authorization")
                    .mapType()
                    .noDefaultValue()
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client authorization.");

    /** Of the stand-ins of a cluster's master: zookeeper client max close wait. */
    public static final ConfigOption<Duration> ZOOKEEPER_MAX_CLOSE_WAIT =
            key("high-availability.zookeeper.client.max-close-wait")
                    .durationType()
                    .noDefaultValue()
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client max close wait.");

    /**
     * Of the stand-ins of a cluster's master: zookeeper client simulated session expiration
     * percent.
     */
    public static final ConfigOption<Integer> ZOOKEEPER_SIMULATED_SESSION_EXP_PERCENT =
            key("high-availability.zookeeper.client.simulated-session-expiration-percent")
                    .intType()
                    .noDefaultValue()
                    .withDescription(
                            "Of the stand-ins of a cluster's master: zookeeper client simulated session expiration percent.");

    /**
     * Of the stand-ins of a cluster's master: job delay.
     *
     * @deprecated it changes nothing here, and is gone from later versions of Flink
     */
    @Deprecated
    public static final ConfigOption<String> HA_JOB_DELAY =
            key("high-availability.job.delay")
                    .stringType()
                    .noDefaultValue()
                    .withDeprecatedKeys("recovery.job.delay")
                    .withDescription("Of the stand-ins of a cluster's master: job delay.");

    private HighAvailabilityOptions() {}
}
