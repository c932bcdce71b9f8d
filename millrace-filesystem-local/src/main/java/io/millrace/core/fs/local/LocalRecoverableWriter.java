// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.annotation.Internal;
import io.millrace.annotation.VisibleForTesting;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.File;
import java.io.IOException;
import java.util.UUID;

/**
 * Writes files that appear under their name only when they are committed, and can be taken up again
 * after a crash at the last persisted place. Until then they lie beside their target as hidden
 * files named {@code .name.inprogress.uuid}.
 */
@Internal
public class LocalRecoverableWriter implements RecoverableWriter {

    private final LocalFileSystem fileSystem;
    private final DurableDirectories directories;

    public LocalRecoverableWriter(LocalFileSystem fs) {
        this(fs, LocalDirectories::sync);
    }

    LocalRecoverableWriter(LocalFileSystem fs, DurableDirectories.Forcing forcing) {
        this.fileSystem = fs;
        this.directories = new DurableDirectories(forcing);
    }

    @Override
    public RecoverableFsDataOutputStream open(Path filePath) throws IOException {
        File target = fileSystem.usable(filePath);
        File temp = generateStagingTempFilePath(target);
        directories.make(temp.getParentFile().toPath());
        return LocalRecoverableFsDataOutputStream.begin(target, temp, directories);
    }

    @Override
    public RecoverableFsDataOutputStream recover(ResumeRecoverable recoverable) throws IOException {
        return LocalRecoverableFsDataOutputStream.resume(own(recoverable), directories);
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
        return new LocalCommitter(own(recoverable), directories);
    }

    @Override
    @SuppressWarnings(
            "unchecked") // the writer hands out no other kind, and own() checks what comes back
    public SimpleVersionedSerializer<CommitRecoverable> getCommitRecoverableSerializer() {
        return (SimpleVersionedSerializer<CommitRecoverable>)
                (SimpleVersionedSerializer<?>) LocalRecoverableSerializer.INSTANCE;
    }

    @Override
    @SuppressWarnings(
            "unchecked") // the writer hands out no other kind, and own() checks what comes back
    public SimpleVersionedSerializer<ResumeRecoverable> getResumeRecoverableSerializer() {
        return (SimpleVersionedSerializer<ResumeRecoverable>)
                (SimpleVersionedSerializer<?>) LocalRecoverableSerializer.INSTANCE;
    }

    @Override
    public boolean supportsResume() {
        return true;
    }

    /** A name beside the target that nothing bears yet. */
    @VisibleForTesting
    public static File generateStagingTempFilePath(File targetFile) {
        File parent = targetFile.getAbsoluteFile().getParentFile();
        if (parent == null) {
            throw new IllegalArgumentException("'" + targetFile + "' is no file.");
        }
        File temp;
        do {
            temp =
                    new File(
                            parent,
                            "." + targetFile.getName() + ".inprogress." + UUID.randomUUID());
        } while (temp.exists());
        return temp;
    }

    private static LocalRecoverable own(Object recoverable) throws IOException {
        if (recoverable instanceof LocalRecoverable local) {
            // Written, maybe, by a JVM that could express more names than this one, to which the
            // file would only seem to be gone.
            FileNames.usable(local.tempFile());
            FileNames.usable(local.targetFile());
            return local;
        }
        throw new IllegalArgumentException(
                "This pending file was not written by the local file system: " + recoverable);
    }
}
