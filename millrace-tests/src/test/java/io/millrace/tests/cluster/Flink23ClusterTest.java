// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import org.junit.jupiter.api.Tag;

/** On Flink 2.3, so through the shims. */
@Tag("soak")
final class Flink23ClusterTest extends ClusterJobs {

    Flink23ClusterTest() {
        super("2.3");
    }
}
