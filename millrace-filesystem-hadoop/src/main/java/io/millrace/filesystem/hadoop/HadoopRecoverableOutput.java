// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/**
 * Writes a pending file. Closing keeps it: whoever restores a checkpoint may still want it. One
 * thread.
 */
final class HadoopRecoverableOutput extends RecoverableFsDataOutputStream {

    private final HadoopFileSystem fileSystem;
    private final Path target;
    private final Path temp;
    private final FSDataOutputStream out;

    HadoopRecoverableOutput(
            HadoopFileSystem fileSystem, Path target, Path temp, FSDataOutputStream out) {
        this.fileSystem = fileSystem;
        this.target = target;
        this.temp = temp;
        this.out = out;
    }

    /** Takes a file up where it was persisted; what was written after that is cut off. */
    static HadoopRecoverableOutput resume(HadoopFileSystem fileSystem, HadoopRecoverable at)
            throws IOException {
        HadoopTarget file;
        try {
            file = new PendingHadoopFile(fileSystem, at).cutOff();
        } catch (FileNotFoundException e) {
            FileNotFoundException missing =
                    new FileNotFoundException(
                            "The pending file "
                                    + at.temp()
                                    + " is missing, so writing "
                                    + at.target()
                                    + " cannot go on. Was it removed, or committed by a later run?");
            missing.initCause(e);
            throw missing;
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
        return new HadoopRecoverableOutput(fileSystem, at.target(), at.temp(), out);
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
        return persisted();
    }

    private HadoopRecoverable persisted() throws IOException {
        sync();
        return new HadoopRecoverable(target, temp, out.getPos());
    }

    @Override
    public Committer closeForCommit() throws IOException {
        HadoopRecoverable recoverable = persisted();
        close();
        return new HadoopCommitter(fileSystem, recoverable);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
