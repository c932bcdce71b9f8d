// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;

/**
 * Writes objects that appear under their name only when they are committed, and can be taken up
 * again after a crash at the last persisted place. Until then they are multipart uploads, which the
 * file system shows as hidden files {@code .name.inprogress.id}.
 */
final class S3RecoverableWriter implements RecoverableWriter {

    private final S3FileSystem fileSystem;

    S3RecoverableWriter(S3FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    @Override
    public RecoverableFsDataOutputStream open(Path path) throws IOException {
        return S3RecoverableStream.begin(
                fileSystem.store(), fileSystem.bucket(), fileSystem.fileKey(path));
    }

    @Override
    public RecoverableFsDataOutputStream recover(ResumeRecoverable resumable) throws IOException {
        return S3RecoverableStream.resume(fileSystem.store(), own(resumable));
    }

    /** Never: the commit removes what all resume points of its file have. */
    @Override
    public boolean requiresCleanupOfRecoverableState() {
        return false;
    }

    /**
     * Removes nothing: two resume points, and a pending file, may have their last bytes in common.
     */
    @Override
    public boolean cleanupRecoverableState(ResumeRecoverable resumable) throws IOException {
        own(resumable);
        return false;
    }

    @Override
    public Committer recoverForCommit(CommitRecoverable recoverable) throws IOException {
        return new S3Committer(fileSystem.store(), own(recoverable));
    }

    @Override
    @SuppressWarnings(
            "unchecked") // the writer hands out no other kind, and own() checks what comes back
    public SimpleVersionedSerializer<CommitRecoverable> getCommitRecoverableSerializer() {
        return (SimpleVersionedSerializer<CommitRecoverable>)
                (SimpleVersionedSerializer<?>) S3RecoverableSerializer.INSTANCE;
    }

    @Override
    @SuppressWarnings(
            "unchecked") // the writer hands out no other kind, and own() checks what comes back
    public SimpleVersionedSerializer<ResumeRecoverable> getResumeRecoverableSerializer() {
        return (SimpleVersionedSerializer<ResumeRecoverable>)
                (SimpleVersionedSerializer<?>) S3RecoverableSerializer.INSTANCE;
    }

    @Override
    public boolean supportsResume() {
        return true;
    }

    private S3Recoverable own(Object recoverable) throws IOException {
        if (!(recoverable instanceof S3Recoverable own)) {
            throw new IllegalArgumentException(
                    "This pending file was not written to S3: " + recoverable);
        }
        if (!own.bucket().equals(fileSystem.bucket())) {
            throw new IOException(own + " is of another bucket than " + fileSystem.getUri() + ".");
        }
        return own;
    }
}
