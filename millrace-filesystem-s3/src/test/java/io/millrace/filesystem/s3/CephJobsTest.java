// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.configuration.Configuration;
import org.junit.jupiter.api.Timeout;

/** Jobs on the gateway of a real Ceph. */
@Timeout(600)
class CephJobsTest extends S3JobsContract {

    @Override
    Configuration settings() throws Exception {
        return CephCluster.settings(CephCluster.inMemory().endpoint());
    }
}
