// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.FSDataOutputStream;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/** Writes a file; {@link #sync()} returns when all its datanodes have it on disk. One thread. */
final class HadoopOutput extends FSDataOutputStream {

    private final Path file;
    private final org.apache.hadoop.fs.FSDataOutputStream out;

    HadoopOutput(Path file, org.apache.hadoop.fs.FSDataOutputStream out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        out.write(b, off, len);
    }

    @Override
    public long getPos() throws IOException {
        return out.getPos();
    }

    /** Readers that open the file from now on see what was written. */
    @Override
    public void flush() throws IOException {
        out.hflush(); // no more than flush() where the client can't do that
    }

    @Override
    public void sync() throws IOException {
        force(file, out);
    }

    /**
     * @throws IOException also when this client can't do that
     */
    static void force(Path file, org.apache.hadoop.fs.FSDataOutputStream out) throws IOException {
        if (!out.hasCapability(StreamCapabilities.HSYNC)) {
            throw new IOException(
                    "The client of "
                            + file.toUri().getScheme()
                            + ":// cannot force "
                            + file
                            + " to the disks of its store, so neither checkpoints nor exactly-once output can be kept"
                            + " there; reading can. Use hdfs:// for what has to last.");
        }
        out.hsync();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
