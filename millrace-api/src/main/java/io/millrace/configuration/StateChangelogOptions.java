// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import java.time.Duration;

/** A log of changes to state, kept beside it. */
@PublicEvolving
public class StateChangelogOptions {

    /** Whether the state is written whole from time to time. */
    public static final ConfigOption<Boolean> PERIODIC_MATERIALIZATION_ENABLED =
            key("state.changelog.periodic-materialize.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("state.backend.changelog.periodic-materialize.enabled")
                    .withDescription("Whether the state is written whole from time to time.");

    /** How often the state is written whole. */
    public static final ConfigOption<Duration> PERIODIC_MATERIALIZATION_INTERVAL =
            key("state.changelog.periodic-materialize.interval")
                    .durationType()
                    .defaultValue(Duration.ofMinutes(10))
                    .withDeprecatedKeys("state.backend.changelog.periodic-materialize.interval")
                    .withDescription("How often the state is written whole.");

    /** How many times in a row writing it whole may fail. */
    public static final ConfigOption<Integer> MATERIALIZATION_MAX_FAILURES_ALLOWED =
            key("state.changelog.max-failures-allowed")
                    .intType()
                    .defaultValue(3)
                    .withDeprecatedKeys("state.backend.changelog.max-failures-allowed")
                    .withDescription("How many times in a row writing it whole may fail.");

    /** Whether there is a log of changes. */
    public static final ConfigOption<Boolean> ENABLE_STATE_CHANGE_LOG =
            key("state.changelog.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDeprecatedKeys("state.backend.changelog.enabled")
                    .withDescription("Whether there is a log of changes.");

    /** Where the log is kept. */
    public static final ConfigOption<String> STATE_CHANGE_LOG_STORAGE =
            key("state.changelog.storage")
                    .stringType()
                    .defaultValue("memory")
                    .withDeprecatedKeys("state.backend.changelog.storage")
                    .withDescription("Where the log is kept.");
}
