// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter;
import java.io.IOException;

/**
 * Gathers what encoders write byte by byte. It begins small and grows, because a sink may have
 * thousands of buckets, of which most get little.
 *
 * <p>Encoders and formats may flush, sync and close it as they like: what is durable, and when the
 * file ends, is decided by the checkpoint alone.
 */
final class PartStream extends FSDataOutputStream {

    private static final int SMALLEST = 1024;
    private static final int LARGEST = 64 * 1024;

    private final RecoverableFsDataOutputStream target;
    private byte[] buffer = new byte[SMALLEST];
    private int count;

    /** Bytes already in {@link #target}. */
    private long written;

    PartStream(RecoverableFsDataOutputStream target) throws IOException {
        this.target = target;
        this.written = target.getPos();
    }

    @Override
    public void write(int b) throws IOException {
        if (count == buffer.length) {
            makeRoom(1);
        }
        buffer[count++] = (byte) b;
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        if (len > buffer.length - count) {
            if (len >= LARGEST) {
                drain();
                target.write(b, off, len);
                written += len;
                return;
            }
            makeRoom(len);
        }
        System.arraycopy(b, off, buffer, count, len);
        count += len;
    }

    @Override
    public long getPos() {
        return written + count;
    }

    @Override
    public void flush() {}

    @Override
    public void sync() {}

    @Override
    public void close() {}

    RecoverableWriter.ResumeRecoverable persist() throws IOException {
        drain();
        return target.persist();
    }

    RecoverableFsDataOutputStream.Committer closeForCommit() throws IOException {
        drain();
        return target.closeForCommit();
    }

    void abandon() throws IOException {
        count = 0;
        target.close();
    }

    private void makeRoom(int needed) throws IOException {
        int size = buffer.length;
        while (size < LARGEST && size - count < needed) {
            size *= 2;
        }
        if (size - count < needed) {
            drain();
        }
        if (size > buffer.length) {
            byte[] larger = new byte[size];
            System.arraycopy(buffer, 0, larger, 0, count);
            buffer = larger;
        }
    }

    private void drain() throws IOException {
        target.write(buffer, 0, count);
        written += count;
        count = 0;
    }
}
