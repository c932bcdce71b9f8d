// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.FSDataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** A stream that knows where it is, and can go forward only. */
@Internal
public class InputStreamFSInputWrapper extends FSDataInputStream {

    private final InputStream inStream;
    private long pos;

    /** Around that stream, which is at its beginning. */
    public InputStreamFSInputWrapper(InputStream inStream) {
        this.inStream = Objects.requireNonNull(inStream, "inStream");
    }

    @Override
    public void close() throws IOException {
        inStream.close();
    }

    @Override
    public void seek(long desired) throws IOException {
        if (desired < pos) {
            throw new UnsupportedOperationException(
                    "This stream can't go back from byte " + pos + " to " + desired + '.');
        }
        while (pos < desired) {
            long skipped = inStream.skip(desired - pos);
            if (skipped > 0) {
                pos += skipped;
            } else if (read() < 0) {
                throw new EOFException(
                        "The stream ends at byte " + pos + ", before byte " + desired + '.');
            }
        }
    }

    @Override
    public long getPos() throws IOException {
        return pos;
    }

    @Override
    public int read() throws IOException {
        int read = inStream.read();
        if (read >= 0) {
            pos++;
        }
        return read;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        int read = inStream.read(b, off, len);
        if (read > 0) {
            pos += read;
        }
        return read;
    }

    @Override
    public int read(byte[] b) throws IOException {
        return read(b, 0, b.length);
    }
}
