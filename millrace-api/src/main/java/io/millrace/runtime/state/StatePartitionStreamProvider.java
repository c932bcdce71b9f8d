// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** One partition of raw state; or the reason why it can't be read. */
@PublicEvolving
public class StatePartitionStreamProvider {

    private final InputStream stream;
    private final IOException creationException;

    /** One that can't be read. */
    public StatePartitionStreamProvider(IOException creationException) {
        this.creationException = Objects.requireNonNull(creationException, "creationException");
        this.stream = null;
    }

    public StatePartitionStreamProvider(InputStream stream) {
        this.stream = Objects.requireNonNull(stream, "stream");
        this.creationException = null;
    }

    /** The bytes; the same stream at each call. */
    public InputStream getStream() throws IOException {
        if (creationException != null) {
            throw new IOException(creationException);
        }
        return stream;
    }
}
