// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.FSDataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;

/** Reads a local file, without a buffer of its own. One thread. */
@Internal
public class LocalDataInputStream extends FSDataInputStream {

    private final FileInputStream in;
    private long position;

    /**
     * Opens a file.
     *
     * @throws java.io.FileNotFoundException if it does not exist, is a directory or can't be read
     */
    public LocalDataInputStream(File file) throws IOException {
        this.in = new FileInputStream(file);
    }

    @Override
    public void seek(long desired) throws IOException {
        if (desired < 0) {
            throw new EOFException(
                    "The position " + desired + " is before the beginning of the file.");
        }
        if (desired != position) {
            in.getChannel().position(desired);
            position = desired;
        }
    }

    @Override
    public long getPos() throws IOException {
        return position;
    }

    @Override
    public int read() throws IOException {
        int b = in.read();
        if (b >= 0) {
            position++;
        }
        return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int n = in.read(buffer, offset, length);
        if (n > 0) {
            position += n;
        }
        return n;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    /** Skips up to {@code n} bytes, but not beyond the end of the file. */
    @Override
    public long skip(long n) throws IOException {
        long left = in.getChannel().size() - position;
        long skipped = Math.max(0, Math.min(n, left));
        seek(position + skipped);
        return skipped;
    }
}
