// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of the machine, as lock files and manifests tell it to people. */
public final class ThisHost {

    /** Looked up once: that may ask a name server, and take as long as that takes. */
    private static final String NAME = lookUp();

    private ThisHost() {}

    /** Its name in the network, as far as it has one. */
    public static String name() {
        return NAME;
    }

    private static String lookUp() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A machine without a name in any table.
            return "a host without a known name";
        }
    }
}
