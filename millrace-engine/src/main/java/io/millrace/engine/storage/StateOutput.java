// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Takes the bytes of one piece of state. Not thread safe; used by one I/O thread. Closing without
 * {@link #seal()} throws away what was written.
 */
public abstract class StateOutput extends OutputStream {

    /**
     * Makes the content durable (written, sealed, forced to disk where the storage has a disk) and
     * tells where it is. Nothing can be written afterwards.
     */
    public abstract StoredState seal() throws IOException;

    /** Throws away what was written unless it was sealed. Idempotent. */
    @Override
    public abstract void close() throws IOException;
}
