// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

/** The contract on Google's emulator. */
class EmulatorContractTest extends ServerContract {

    @Override
    String hostAndPort() throws Exception {
        return Emulator.get().hostAndPort();
    }

    /** It sends what it has at hand when there is room for one. */
    @Override
    int most(int wanted, int published) {
        return wanted + 5 * published;
    }
}
