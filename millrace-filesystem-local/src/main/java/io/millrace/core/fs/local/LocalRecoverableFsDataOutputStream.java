// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Writes a pending file. Closing keeps it: whoever restores a checkpoint may still want it. (Only a
 * copy that was never persisted goes; the original is there.) One thread.
 */
final class LocalRecoverableFsDataOutputStream extends RecoverableFsDataOutputStream {

    private final File target;
    private final File temp;
    private final FileChannel channel;
    private final DurableDirectories directories;
    private long position;

    /** Whether there is another file beside this one, of which it is a copy. */
    private final boolean copied;

    /** Whether the entry of the temporary file in its directory is on disk. */
    private boolean entryDurable;

    private LocalRecoverableFsDataOutputStream(
            File target,
            File temp,
            FileChannel channel,
            DurableDirectories directories,
            long position,
            boolean copied,
            boolean entryDurable) {
        this.target = target;
        this.temp = temp;
        this.channel = channel;
        this.directories = directories;
        this.position = position;
        this.copied = copied;
        this.entryDurable = entryDurable;
    }

    static LocalRecoverableFsDataOutputStream begin(
            File target, File temp, DurableDirectories directories) throws IOException {
        FileChannel channel =
                LocalFailure.opened(
                        temp, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        return new LocalRecoverableFsDataOutputStream(
                target, temp, channel, directories, 0, false, false);
    }

    /** Takes a file up where it was persisted; what was written after that is cut off. */
    static LocalRecoverableFsDataOutputStream resume(
            LocalRecoverable at, DurableDirectories directories) throws IOException {
        FileChannel channel = HiddenFiles.openPending(at, StandardOpenOption.WRITE);
        try {
            HiddenFiles.requireLength(at, channel.size());
            LocalFailure.naming(
                    at.tempFile(),
                    "cut off at " + at.offset() + " bytes",
                    () -> {
                        channel.truncate(at.offset());
                        channel.position(at.offset());
                    });
            return new LocalRecoverableFsDataOutputStream(
                    at.targetFile(),
                    at.tempFile(),
                    channel,
                    directories,
                    at.offset(),
                    at.copied(),
                    true);
        } catch (Throwable t) {
            channel.close();
            throw t;
        }
    }

    /** The same, in another file: that one stays as it is. */
    static LocalRecoverableFsDataOutputStream resumeCopy(
            LocalRecoverable at, DurableDirectories directories) throws IOException {
        HiddenFiles.Copy copy = HiddenFiles.copy(at);
        return new LocalRecoverableFsDataOutputStream(
                at.targetFile(),
                copy.file(),
                copy.channel(),
                directories,
                at.offset(),
                true,
                false);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(b, off, len);
        LocalFailure.naming(
                temp,
                "written",
                () -> {
                    while (bytes.hasRemaining()) {
                        position += channel.write(bytes);
                    }
                });
    }

    @Override
    public void flush() throws IOException {
        // Nothing is held back here.
    }

    @Override
    public void sync() throws IOException {
        LocalFailure.naming(temp, "forced to disk", () -> channel.force(true));
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
        return persisted(false);
    }

    private LocalRecoverable persisted(boolean ended) throws IOException {
        LocalFailure.naming(temp, "forced to disk", () -> channel.force(true));
        if (!entryDurable) {
            directories.force(temp.getParentFile().toPath());
            entryDurable = true;
        }
        return new LocalRecoverable(target, temp, position, ended, copied);
    }

    @Override
    public Committer closeForCommit() throws IOException {
        LocalRecoverable recoverable = persisted(true);
        close();
        return new LocalCommitter(recoverable, directories, false);
    }

    @Override
    public void close() throws IOException {
        LocalFailure.naming(temp, "closed", channel::close);
        if (copied && !entryDurable) {
            HiddenFiles.remove(temp); // nobody was told of it
        }
    }
}
