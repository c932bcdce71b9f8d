// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.configuration.Configuration;
import org.junit.jupiter.api.Timeout;

/** The contract on the gateway of a real Ceph. */
@Timeout(600)
class CephRecoverableWriterTest extends S3RecoverableWriterContract {

    @Override
    Configuration settings() throws Exception {
        return CephCluster.settings(CephCluster.inMemory().endpoint());
    }
}
