// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.configuration.ConfigOption;
import java.time.Duration;

/**
 * What {@code TaskManagerOptions} has that every job reads. Apart from the rest, which speaks of
 * the processes of a cluster and would be made at every start.
 */
public final class CancellationKeys {

    private CancellationKeys() {}

    /** After so long a cancelled task that has not ended is interrupted, and again each time. */
    public static final ConfigOption<Duration> INTERVAL =
            key("task.cancellation.interval")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(30))
                    .withDeprecatedKeys("task.cancellation-interval")
                    .withDescription(
                            "After so long a cancelled task that has not ended is interrupted, and "
                                    + "again each time.");

    /** After so long a cancelled task that has not ended fails the job; 0 for never. */
    public static final ConfigOption<Duration> TIMEOUT =
            key("task.cancellation.timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(180))
                    .withDescription(
                            "After so long a cancelled task that has not ended fails the job; 0 "
                                    + "for never.");
}
