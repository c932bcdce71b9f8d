// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;

/**
 * Writes files that appear under their name only when they are committed, and can be taken up again
 * after a crash at the last persisted place. Until then they lie beside their target as hidden
 * files named {@code .name.inprogress.uuid}.
 *
 * <p>To take a file up is to copy what counts of it: a checkpoint of whoever has come later may
 * refer to more of the old one than the restored one does. All of them go when the file is
 * finished. One who is alone cuts off what came after, and writes on at the end.
 */
final class HadoopRecoverableWriter implements RecoverableWriter {

    private final HadoopFileSystem fileSystem;
    private final boolean alone;

    /**
     * @param alone whether nobody else can be writing the files that are taken up again
     * @throws UnsupportedOperationException when the store can't do that
     */
    HadoopRecoverableWriter(HadoopFileSystem fileSystem, boolean alone) {
        this.fileSystem = fileSystem;
        this.alone = alone;
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
        return HadoopRecoverableOutput.begin(fileSystem, target);
    }

    @Override
    public RecoverableFsDataOutputStream recover(ResumeRecoverable recoverable) throws IOException {
        return alone
                ? HadoopRecoverableOutput.resume(fileSystem, own(recoverable))
                : HadoopRecoverableOutput.resumeCopy(fileSystem, own(recoverable));
    }

    /** Never: the commit removes what a file has left that was taken up again. */
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
