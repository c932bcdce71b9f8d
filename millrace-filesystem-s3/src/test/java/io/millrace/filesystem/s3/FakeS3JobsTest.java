// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.configuration.Configuration;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Jobs on a stand-in for a store. */
@Timeout(600)
class FakeS3JobsTest extends S3JobsContract {

    private FakeS3Server server;

    @Override
    Configuration settings() throws IOException {
        server = new FakeS3Server();
        return CephCluster.settings(server.endpoint());
    }

    @AfterEach
    void stop() {
        server.close();
    }
}
