// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink;

import java.util.Set;

/** The list of what is here. */
public final class FlinkInternals {

    private static final Set<String> NAMES =
            Set.of(
                    "api/common/io/ratelimiting/FlinkConnectorRateLimiter",
                    "api/common/io/ratelimiting/GuavaFlinkConnectorRateLimiter",
                    "util/concurrent/ExecutorThreadFactory");

    private FlinkInternals() {}

    /** The classes as they are called below {@code org/apache/flink}, with slashes. */
    public static Set<String> names() {
        return NAMES;
    }
}
