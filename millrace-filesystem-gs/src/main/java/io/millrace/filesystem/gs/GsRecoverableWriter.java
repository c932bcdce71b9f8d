// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;

/**
 * Writes objects that appear under their name only when they are committed, and can be taken up
 * again after a crash at the last persisted place. Until then they are hidden objects, of which the
 * commit composes the finished one.
 */
final class GsRecoverableWriter implements RecoverableWriter {

    private final GsFileSystem fileSystem;

    GsRecoverableWriter(GsFileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    @Override
    public RecoverableFsDataOutputStream open(Path path) throws IOException {
        return GsRecoverableStream.begin(fileSystem.store(), fileSystem.fileKey(path));
    }

    @Override
    public RecoverableFsDataOutputStream recover(ResumeRecoverable resumable) throws IOException {
        return GsRecoverableStream.resume(fileSystem.store(), own(resumable));
    }

    /** Never: the commit removes what all resume points of its file have. */
    @Override
    public boolean requiresCleanupOfRecoverableState() {
        return false;
    }

    /** Removes nothing: two resume points, and a pending file, have pieces in common. */
    @Override
    public boolean cleanupRecoverableState(ResumeRecoverable resumable) throws IOException {
        own(resumable);
        return false;
    }

    @Override
    public Committer recoverForCommit(CommitRecoverable recoverable) throws IOException {
        return new GsCommitter(fileSystem.store(), own(recoverable));
    }

    @Override
    @SuppressWarnings(
            "unchecked") // the writer hands out no other kind, and own() checks what comes back
    public SimpleVersionedSerializer<CommitRecoverable> getCommitRecoverableSerializer() {
        return (SimpleVersionedSerializer<CommitRecoverable>)
                (SimpleVersionedSerializer<?>) GsRecoverableSerializer.INSTANCE;
    }

    @Override
    @SuppressWarnings(
            "unchecked") // the writer hands out no other kind, and own() checks what comes back
    public SimpleVersionedSerializer<ResumeRecoverable> getResumeRecoverableSerializer() {
        return (SimpleVersionedSerializer<ResumeRecoverable>)
                (SimpleVersionedSerializer<?>) GsRecoverableSerializer.INSTANCE;
    }

    @Override
    public boolean supportsResume() {
        return true;
    }

    private GsRecoverable own(Object recoverable) throws IOException {
        if (!(recoverable instanceof GsRecoverable own)) {
            throw new IllegalArgumentException(
                    "This pending file was not written to Google Cloud Storage: " + recoverable);
        }
        if (!own.bucket().equals(fileSystem.store().bucket())) {
            throw new IOException(own + " is of another bucket than " + fileSystem.getUri() + ".");
        }
        return own;
    }
}
