// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.annotation.Internal;
import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/** How often a source that watches its directories looks again. */
@Internal
public final class ContinuousEnumerationSettings implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Duration discoveryInterval;

    /**
     * @param discoveryInterval from the beginning of one look to that of the next; at least a
     *     millisecond
     */
    public ContinuousEnumerationSettings(Duration discoveryInterval) {
        this.discoveryInterval = Objects.requireNonNull(discoveryInterval, "discoveryInterval");
        if (discoveryInterval.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(
                    "A file source that watches its directories must be given an interval of at least 1 ms, not "
                            + discoveryInterval
                            + ".");
        }
    }

    public Duration getDiscoveryInterval() {
        return discoveryInterval;
    }

    @Override
    public String toString() {
        return "looks every " + discoveryInterval.toMillis() + " ms";
    }
}
