// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is not public in Flink and what its connectors use all the same: here for jars that were
 * compiled against Flink, and for nobody else.
 */
module io.millrace.flink.internals {
    requires transitive io.millrace.api;

    exports io.millrace.flink;
    exports io.millrace.flink.api.common.io.ratelimiting;
    exports io.millrace.flink.util.concurrent;
}
