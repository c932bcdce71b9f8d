// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.core.fs.FSDataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Counts the decompressed bytes; its only way forward is to read, and there is none back. */
final class DecompressedStream extends FSDataInputStream {

    private final InputStream in;
    private long position;

    DecompressedStream(InputStream in) {
        this.in = in;
    }

    @Override
    public void seek(long desired) throws IOException {
        if (desired < position) {
            throw new IOException(
                    "A compressed file can only be read forward: byte "
                            + desired
                            + " is wanted after byte "
                            + position
                            + ".");
        }
        while (position < desired) {
            long skipped = in.skip(desired - position);
            if (skipped > 0) {
                position += skipped;
            } else if (read() < 0) {
                throw new EOFException(
                        "The file ends at decompressed byte "
                                + position
                                + ", before byte "
                                + desired
                                + " where reading is to go on.");
            }
        }
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public int read() throws IOException {
        int read = in.read();
        if (read >= 0) {
            position++;
        }
        return read;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        int count = in.read(b, off, len);
        if (count > 0) {
            position += count;
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
