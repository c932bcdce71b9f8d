// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;

/** How long access to keyed state takes. Keys begin with {@code state.latency-track}. */
@PublicEvolving
public class StateLatencyTrackOptions {

    /** Whether the time of access to keyed state is measured. */
    public static final ConfigOption<Boolean> LATENCY_TRACK_ENABLED =
            key("state.latency-track.keyed-state-enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("state.backend.latency-track.keyed-state-enabled")
                    .withDescription("Whether the time of access to keyed state is measured.");

    /** One in how many accesses is measured. */
    public static final ConfigOption<Integer> LATENCY_TRACK_SAMPLE_INTERVAL =
            key("state.latency-track.sample-interval")
                    .intType()
                    .defaultValue(100)
                    .withDeprecatedKeys("state.backend.latency-track.sample-interval")
                    .withDescription("One in how many accesses is measured.");

    /** How many measurements are kept. */
    public static final ConfigOption<Integer> LATENCY_TRACK_HISTORY_SIZE =
            key("state.latency-track.history-size")
                    .intType()
                    .defaultValue(128)
                    .withDeprecatedKeys("state.backend.latency-track.history-size")
                    .withDescription("How many measurements are kept.");

    /** Whether the name of the state is a variable of the metric. */
    public static final ConfigOption<Boolean> LATENCY_TRACK_STATE_NAME_AS_VARIABLE =
            key("state.latency-track.state-name-as-variable")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("state.backend.latency-track.state-name-as-variable")
                    .withDescription("Whether the name of the state is a variable of the metric.");
}
