// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;

/**
 * Writes a pending file. Closing keeps it: whoever restores a checkpoint may still want it. One
 * thread.
 */
final class LocalRecoverableFsDataOutputStream extends RecoverableFsDataOutputStream {

    private final File target;
    private final File temp;
    private final FileChannel channel;
    private final DurableDirectories directories;
    private long position;

    /** Whether the entry of the temporary file in its directory is on disk. */
    private boolean entryDurable;

    private LocalRecoverableFsDataOutputStream(
            File target,
            File temp,
            FileChannel channel,
            DurableDirectories directories,
            long position,
            boolean entryDurable) {
        this.target = target;
        this.temp = temp;
        this.channel = channel;
        this.directories = directories;
        this.position = position;
        this.entryDurable = entryDurable;
    }

    static LocalRecoverableFsDataOutputStream begin(
            File target, File temp, DurableDirectories directories) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        temp.toPath(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new LocalRecoverableFsDataOutputStream(target, temp, channel, directories, 0, false);
    }

    /** Takes a file up where it was persisted; what was written after that is cut off. */
    static LocalRecoverableFsDataOutputStream resume(
            LocalRecoverable at, DurableDirectories directories) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(at.tempFile().toPath(), StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            FileNotFoundException missing =
                    new FileNotFoundException(
                            "The pending file "
                                    + at.tempFile()
                                    + " is missing, so writing "
                                    + at.targetFile()
                                    + " cannot go on. Was it removed, or committed by a later run?");
            missing.initCause(e);
            throw missing;
        }
        try {
            if (channel.size() < at.offset()) {
                throw new IOException(
                        "The pending file "
                                + at.tempFile()
                                + " has "
                                + channel.size()
                                + " bytes, but "
                                + at.offset()
                                + " had been made durable: data is lost.");
            }
            channel.truncate(at.offset());
            channel.position(at.offset());
            return new LocalRecoverableFsDataOutputStream(
                    at.targetFile(), at.tempFile(), channel, directories, at.offset(), true);
        } catch (Throwable t) {
            channel.close();
            throw t;
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(b, off, len);
        while (bytes.hasRemaining()) {
            position += channel.write(bytes);
        }
    }

    @Override
    public void flush() throws IOException {
        // Nothing is held back here.
    }

    @Override
    public void sync() throws IOException {
        channel.force(true);
    }

    @Override
    public long getPos() throws IOException {
        return position;
    }

    /**
     * Makes all that was written so far, and the file's entry in its directory, survive a crash.
     */
    @Override
    public ResumeRecoverable persist() throws IOException {
        return persisted();
    }

    private LocalRecoverable persisted() throws IOException {
        channel.force(true);
        if (!entryDurable) {
            directories.force(temp.getParentFile().toPath());
            entryDurable = true;
        }
        return new LocalRecoverable(target, temp, position);
    }

    @Override
    public Committer closeForCommit() throws IOException {
        LocalRecoverable recoverable = persisted();
        close();
        return new LocalCommitter(recoverable, directories);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
