// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;

/**
 * Writes files that appear under their name only when they are committed, and can be taken up again
 * after a crash at the last persisted place: what came after is cut off, and writing goes on at the
 * end. Until then they lie beside their target as hidden files named {@code .name.inprogress.uuid}.
 */
final class HadoopRecoverableWriter implements RecoverableWriter {

    private final HadoopFileSystem fileSystem;

    /**
     * @throws UnsupportedOperationException when the store can't do that
     */
    HadoopRecoverableWriter(HadoopFileSystem fileSystem) {
        this.fileSystem = fileSystem;
        if (!HadoopTarget.isView(fileSystem.hadoop())
                && !(fileSystem.hadoop() instanceof LeaseRecoverable)) {
            throw HadoopTarget.cannotResume(fileSystem.hadoop());
        }
    }

    @Override
    public RecoverableFsDataOutputStream open(io.millrace.core.fs.Path path) throws IOException {
        Path target = fileSystem.hadoop().makeQualified(fileSystem.paths().theirs(path));
        if (target.getParent() == null) {
            throw new IllegalArgumentException("'" + path + "' is no file.");
        }
        Path temp =
                new Path(
                        target.getParent(),
                        "." + target.getName() + ".inprogress." + UUID.randomUUID());
        FSDataOutputStream out = fileSystem.create(temp, WriteMode.NO_OVERWRITE);
        try {
            // Of a view it is known only now what is behind it.
            fileSystem.target(temp).leases();
            return new HadoopRecoverableOutput(fileSystem, target, temp, out);
        } catch (Throwable t) {
            out.close();
            throw t;
        }
    }

    @Override
    public RecoverableFsDataOutputStream recover(ResumeRecoverable recoverable) throws IOException {
        return HadoopRecoverableOutput.resume(fileSystem, own(recoverable));
    }

    /** Never: a file that was taken up again needs nothing else. */
    @Override
    public boolean requiresCleanupOfRecoverableState() {
        return false;
    }

    @Override
    public boolean cleanupRecoverableState(ResumeRecoverable resumable) throws IOException {
        return false;
    }

    @Override
    public Committer recoverForCommit(CommitRecoverable recoverable) throws IOException {
        return new HadoopCommitter(fileSystem, own(recoverable));
    }

    @Override
    @SuppressWarnings(
            "unchecked") // the writer hands out no other kind, and own() checks what comes back
    public SimpleVersionedSerializer<CommitRecoverable> getCommitRecoverableSerializer() {
        return (SimpleVersionedSerializer<CommitRecoverable>)
                (SimpleVersionedSerializer<?>) HadoopRecoverableSerializer.INSTANCE;
    }

    @Override
    @SuppressWarnings(
            "unchecked") // the writer hands out no other kind, and own() checks what comes back
    public SimpleVersionedSerializer<ResumeRecoverable> getResumeRecoverableSerializer() {
        return (SimpleVersionedSerializer<ResumeRecoverable>)
                (SimpleVersionedSerializer<?>) HadoopRecoverableSerializer.INSTANCE;
    }

    @Override
    public boolean supportsResume() {
        return true;
    }

    private static HadoopRecoverable own(Object recoverable) {
        if (recoverable instanceof HadoopRecoverable hadoop) {
            return hadoop;
        }
        throw new IllegalArgumentException(
                "This pending file was not written to HDFS: " + recoverable);
    }
}
