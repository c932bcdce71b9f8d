// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on our fake. */
class FakeContractTest extends ServerContract {

    private static FakePubSubServer fake;

    @BeforeAll
    static void start() throws Exception {
        fake = new FakePubSubServer();
    }

    @AfterAll
    static void stop() throws Exception {
        fake.close();
    }

    @Override
    String hostAndPort() {
        return fake.hostAndPort();
    }

    @Override
    int most(int wanted, int published) {
        return wanted;
    }
}
