// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/**
 * Writes a pending file. Closing keeps it: whoever restores a checkpoint may still want it. (Only a
 * copy that was never persisted goes; the original is there.) One thread.
 */
final class HadoopRecoverableOutput extends RecoverableFsDataOutputStream {

    private final HadoopFileSystem fileSystem;
    private final Path target;
    private final Path temp;
    private final FSDataOutputStream out;

    /** Whether there is another file beside this one, of which it is a copy. */
    private final boolean copied;

    private boolean persisted;

    private HadoopRecoverableOutput(
            HadoopFileSystem fileSystem,
            Path target,
            Path temp,
            FSDataOutputStream out,
            boolean copied) {
        this.fileSystem = fileSystem;
        this.target = target;
        this.temp = temp;
        this.out = out;
        this.copied = copied;
    }

    static HadoopRecoverableOutput begin(HadoopFileSystem fileSystem, Path target)
            throws IOException {
        return begin(fileSystem, target, false);
    }

    private static HadoopRecoverableOutput begin(
            HadoopFileSystem fileSystem, Path target, boolean copied) throws IOException {
        Path temp =
                new Path(
                        target.getParent(),
                        HadoopCommitter.hiddenPrefix(target) + UUID.randomUUID());
        FSDataOutputStream out = fileSystem.create(temp, WriteMode.NO_OVERWRITE);
        try {
            // Of a view it is known only now what is behind it.
            fileSystem.target(temp).leases();
            return new HadoopRecoverableOutput(fileSystem, target, temp, out, copied);
        } catch (Throwable t) {
            out.close();
            throw t;
        }
    }

    /** Takes a file up where it was persisted, in another one: that one stays as it is. */
    static HadoopRecoverableOutput resumeCopy(HadoopFileSystem fileSystem, HadoopRecoverable at)
            throws IOException {
        HadoopRecoverableOutput copy = begin(fileSystem, at.target(), true);
        boolean done = false;
        try {
            new PendingHadoopFile(fileSystem, at).copyTo(copy.out);
            done = true;
            return copy;
        } catch (FileNotFoundException e) {
            throw missing(at, e);
        } finally {
            if (!done) {
                copy.close();
            }
        }
    }

    /** Takes a file up where it was persisted; what was written after that is cut off. */
    static HadoopRecoverableOutput resume(HadoopFileSystem fileSystem, HadoopRecoverable at)
            throws IOException {
        HadoopTarget file;
        try {
            file = new PendingHadoopFile(fileSystem, at).cutOff();
        } catch (FileNotFoundException e) {
            throw missing(at, e);
        }
        FSDataOutputStream out = file.append();
        if (out.getPos() != at.offset()) {
            out.close();
            throw new IOException(
                    "The pending file "
                            + at.temp()
                            + " has "
                            + out.getPos()
                            + " bytes after it was cut off at "
                            + at.offset()
                            + ". Is something else writing to it?");
        }
        HadoopRecoverableOutput resumed =
                new HadoopRecoverableOutput(fileSystem, at.target(), at.temp(), out, at.copied());
        resumed.persisted = true;
        return resumed;
    }

    private static FileNotFoundException missing(HadoopRecoverable at, FileNotFoundException e) {
        FileNotFoundException missing =
                new FileNotFoundException(
                        "The pending file "
                                + at.temp()
                                + " is missing, so writing "
                                + at.target()
                                + " cannot go on. Was it removed, or committed by a later run?");
        missing.initCause(e);
        return missing;
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
    public void flush() throws IOException {
        out.hflush();
    }

    @Override
    public void sync() throws IOException {
        HadoopOutput.force(temp, out);
    }

    @Override
    public long getPos() throws IOException {
        return out.getPos();
    }

    /** Makes all that was written so far survive a crash. */
    @Override
    public ResumeRecoverable persist() throws IOException {
        return persisted(false);
    }

    private HadoopRecoverable persisted(boolean ended) throws IOException {
        sync();
        persisted = true;
        return new HadoopRecoverable(target, temp, out.getPos(), ended, copied);
    }

    @Override
    public Committer closeForCommit() throws IOException {
        HadoopRecoverable recoverable = persisted(true);
        close();
        return new HadoopCommitter(fileSystem, recoverable);
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } finally {
            if (copied && !persisted) {
                HadoopCommitter.remove(fileSystem.hadoop(), temp); // nobody was told of it
            }
        }
    }
}
