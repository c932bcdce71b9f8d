// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import org.junit.jupiter.api.Tag;

/** On Flink 1.20. */
@Tag("soak")
final class Flink120ClusterTest extends ClusterJobs {

    Flink120ClusterTest() {
        super("1.20");
    }
}
