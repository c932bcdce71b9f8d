// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.FSDataInputStream;
import java.io.EOFException;
import java.io.IOException;

/** Reads a file. One thread. */
final class HadoopInput extends FSDataInputStream {

    private final org.apache.hadoop.fs.FSDataInputStream in;

    HadoopInput(org.apache.hadoop.fs.FSDataInputStream in) {
        this.in = in;
    }

    @Override
    public void seek(long desired) throws IOException {
        if (desired < 0) {
            throw new EOFException(
                    "The position " + desired + " is before the beginning of the file.");
        }
        if (desired != in.getPos()) {
            in.seek(desired);
        }
    }

    @Override
    public long getPos() throws IOException {
        return in.getPos();
    }

    @Override
    public int read() throws IOException {
        return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return in.read(buffer, offset, length);
    }

    @Override
    public long skip(long n) throws IOException {
        return in.skip(n);
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
