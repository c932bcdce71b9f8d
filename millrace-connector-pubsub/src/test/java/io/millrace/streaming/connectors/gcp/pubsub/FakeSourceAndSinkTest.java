// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** On our fake, which is also asked how it was treated. */
class FakeSourceAndSinkTest extends SourceAndSink {

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
    int acknowledged(String name) {
        return fake.acknowledged(Client.subscription(name));
    }

    @Override
    void assertNothingLeft(String name) {
        assertThat(fake.unacknowledged(Client.subscription(name))).isZero();
    }
}
