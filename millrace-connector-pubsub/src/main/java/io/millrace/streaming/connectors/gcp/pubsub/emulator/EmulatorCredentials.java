// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub.emulator;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.OAuth2Credentials;
import java.time.Instant;
import java.util.Date;

/** Stands where credentials must be given and the emulator asks for none. */
public final class EmulatorCredentials extends OAuth2Credentials {

    private static final long serialVersionUID = 1L;

    private static final EmulatorCredentials INSTANCE = new EmulatorCredentials();

    private EmulatorCredentials() {}

    /** The one there is. */
    public static EmulatorCredentials getInstance() {
        return INSTANCE;
    }

    private Object readResolve() {
        return INSTANCE;
    }

    /** A token that opens nothing. */
    @Override
    public AccessToken refreshAccessToken() {
        return new AccessToken("emulator", Date.from(Instant.now().plusSeconds(3_600)));
    }

    @Override
    public boolean equals(Object other) {
        return other == this;
    }

    @Override
    public int hashCode() {
        return EmulatorCredentials.class.hashCode();
    }
}
