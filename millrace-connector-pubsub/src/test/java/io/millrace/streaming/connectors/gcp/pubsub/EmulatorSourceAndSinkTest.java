// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

/** On Google's emulator. What it does not tell, the fake does in the same tests. */
class EmulatorSourceAndSinkTest extends SourceAndSink {

    @Override
    String hostAndPort() throws Exception {
        return Emulator.get().hostAndPort();
    }

    @Override
    int acknowledged(String name) {
        return 0;
    }
}
