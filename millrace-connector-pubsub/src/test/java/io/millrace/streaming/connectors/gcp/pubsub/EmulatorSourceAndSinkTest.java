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
    void assertNotAcknowledged(String name, int count) {
        // It can't be asked. The job fails without a checkpoint, and all come again.
    }

    @Override
    boolean acknowledged(String name, int count) {
        // A source that is cancelled gives back what it has not acknowledged: seen by the caller.
        return true;
    }
}
