// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import java.io.IOException;
import java.io.OutputStream;

/** Writes raw state through, and knows when it is over: after the operator's snapshot. */
abstract class RawStateStream extends OutputStream {

    final CheckpointStateOutputStream delegate;
    private boolean closed;

    RawStateStream(CheckpointStateOutputStream delegate) {
        this.delegate = delegate;
    }

    /** Before bytes: is there a place for them? */
    abstract void beforeWrite() throws IOException;

    final void ensureOpen() throws IOException {
        if (closed) {
            throw new IOException(
                    "Raw state is written while the operator takes its snapshot; the stream is closed"
                            + " by now.");
        }
    }

    @Override
    public void write(int b) throws IOException {
        ensureOpen();
        beforeWrite();
        delegate.write(b);
    }

    @Override
    public void write(byte[] b) throws IOException {
        write(b, 0, b.length);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        ensureOpen();
        beforeWrite();
        delegate.write(b, off, len);
    }

    @Override
    public void flush() throws IOException {
        delegate.flush();
    }

    @Override
    public void close() throws IOException {
        closed = true;
    }
}
