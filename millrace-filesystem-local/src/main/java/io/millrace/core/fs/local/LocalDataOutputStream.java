// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.FSDataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Writes a local file, without a buffer of its own; {@link #sync()} forces it to disk. One thread.
 */
@Internal
public class LocalDataOutputStream extends FSDataOutputStream {

    private final File file;
    private final FileChannel channel;
    private long position;

    /**
     * Opens a file, which is emptied or made.
     *
     * @throws IOException naming the file, if that is not possible
     */
    public LocalDataOutputStream(File file) throws IOException {
        this(file, StandardOpenOption.CREATE);
    }

    /** {@code how}: {@code CREATE}, or {@code CREATE_NEW} to fail when the file exists. */
    LocalDataOutputStream(File file, StandardOpenOption how) throws IOException {
        this.file = file;
        this.channel =
                LocalFailure.opened(
                        file,
                        how == StandardOpenOption.CREATE_NEW
                                ? Set.of(how, StandardOpenOption.WRITE)
                                : Set.of(
                                        how,
                                        StandardOpenOption.TRUNCATE_EXISTING,
                                        StandardOpenOption.WRITE));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b) throws IOException {
        write(b, 0, b.length);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(b, off, len);
        LocalFailure.naming(
                file,
                "written",
                () -> {
                    while (bytes.hasRemaining()) {
                        position += channel.write(bytes);
                    }
                });
    }

    @Override
    public void close() throws IOException {
        LocalFailure.naming(file, "closed", channel::close);
    }

    @Override
    public void flush() throws IOException {
        if (!channel.isOpen()) {
            throw closed();
        }
    }

    @Override
    public void sync() throws IOException {
        LocalFailure.naming(file, "forced to disk", () -> channel.force(true));
    }

    @Override
    public long getPos() throws IOException {
        if (!channel.isOpen()) {
            throw closed();
        }
        return position;
    }

    private IOException closed() {
        return new IOException("The stream to " + file + " is closed.");
    }
}
