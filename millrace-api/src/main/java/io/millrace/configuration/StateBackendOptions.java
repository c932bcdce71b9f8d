// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;

/** Where working state is held. */
@PublicEvolving
public class StateBackendOptions {

    /** Which state backend: {@code hashmap}, {@code rocksdb}, or the name of a factory class. */
    public static final ConfigOption<String> STATE_BACKEND =
            key("state.backend.type")
                    .stringType()
                    .defaultValue("hashmap")
                    .withDeprecatedKeys("state.backend")
                    .withDescription(
                            "Which state backend: hashmap, rocksdb, or the name of a factory class. "
                                    + "The old names jobmanager and filesystem choose a "
                                    + "checkpoint storage, too.");

    /**
     * Whether the time of access to keyed state is measured.
     *
     * @deprecated the key is now state.latency-track.keyed-state-enabled
     */
    @Deprecated
    public static final ConfigOption<Boolean> LATENCY_TRACK_ENABLED =
            key("state.backend.latency-track.keyed-state-enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether the time of access to keyed state is measured.");

    /**
     * One in how many accesses is measured.
     *
     * @deprecated the key is now state.latency-track.sample-interval
     */
    @Deprecated
    public static final ConfigOption<Integer> LATENCY_TRACK_SAMPLE_INTERVAL =
            key("state.backend.latency-track.sample-interval")
                    .intType()
                    .defaultValue(100)
                    .withDescription("One in how many accesses is measured.");

    /**
     * How many measurements are kept.
     *
     * @deprecated the key is now state.latency-track.history-size
     */
    @Deprecated
    public static final ConfigOption<Integer> LATENCY_TRACK_HISTORY_SIZE =
            key("state.backend.latency-track.history-size")
                    .intType()
                    .defaultValue(128)
                    .withDescription("How many measurements are kept.");

    /**
     * Whether the name of the state is a variable of the metric.
     *
     * @deprecated the key is now state.latency-track.state-name-as-variable
     */
    @Deprecated
    public static final ConfigOption<Boolean> LATENCY_TRACK_STATE_NAME_AS_VARIABLE =
            key("state.backend.latency-track.state-name-as-variable")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Whether the name of the state is a variable of the metric.");
}
