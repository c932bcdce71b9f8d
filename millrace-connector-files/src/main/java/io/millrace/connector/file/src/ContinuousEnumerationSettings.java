// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.annotation.Internal;
import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/** How often a source that watches its directories looks again. No source of this release does. */
@Internal
public final class ContinuousEnumerationSettings implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Duration discoveryInterval;

    public ContinuousEnumerationSettings(Duration discoveryInterval) {
        this.discoveryInterval = Objects.requireNonNull(discoveryInterval, "discoveryInterval");
    }

    public Duration getDiscoveryInterval() {
        return discoveryInterval;
    }

    @Override
    public String toString() {
        return "looks every " + discoveryInterval.toMillis() + " ms";
    }
}
