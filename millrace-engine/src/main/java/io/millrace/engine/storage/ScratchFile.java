// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One file on local disk that is only added to and read back by this process. Unlike {@link
 * SpillFile} nothing is dropped before its end, so that one open file is enough however much there
 * is. Where the system allows it the name is removed at once, and a killed process leaves nothing.
 * Used by one thread.
 */
public final class ScratchFile implements AutoCloseable {

    private final Path directory;
    private final String what;
    private Path path;
    private FileChannel channel;
    private long end;

    /**
     * Opens nothing yet.
     *
     * @param directory where; made when it is not there
     * @param what is kept, for messages
     */
    public ScratchFile(String directory, String what) {
        this.directory = Path.of(directory);
        this.what = what;
    }

    /** Adds the first {@code length} bytes; where they begin. */
    public long append(byte[] bytes, int length) throws IOException {
        try {
            if (channel == null) {
                open();
            }
            long at = end;
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            while (buffer.hasRemaining()) {
                end += channel.write(buffer, end);
            }
            return at;
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private void open() throws IOException {
        Files.createDirectories(directory);
        path = Files.createTempFile(directory, "millrace-scratch-", ".tmp");
        channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            Files.delete(path);
            path = null;
        } catch (IOException e) {
            // Not while it is open, on this system: at its end then.
            path.toFile().deleteOnExit();
        }
    }

    /** Reads {@code length} bytes that were appended. */
    public void read(long at, byte[] bytes, int length) throws IOException {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, at + buffer.position()) < 0) {
                    throw new EOFException("the file has become shorter");
                }
            }
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** How much it holds. */
    public long bytes() {
        return end;
    }

    private IOException failure(IOException cause) {
        return new IOException(
                what
                        + " could not be kept on local disk in "
                        + directory.toAbsolutePath()
                        + " (java.io.tmpdir): "
                        + cause
                        + ". Is there room, and may this process write there?",
                cause);
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
        if (path != null) {
            Files.deleteIfExists(path);
        }
    }
}
