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

/**
 * Writes files that appear under their name only when they are committed, and can be taken up again
 * after a crash at the last persisted place. Until then they lie beside their target as hidden
 * files named {@code .name.inprogress.uuid}.
 *
 * <p>Whoever wrote a file before may have been stopped only, and write on, at any time, through
 * what it has open. So to take one up is to copy what counts of it, and a file that may be open is
 * not given a name: its copy is. All of them go when the file is finished. One who is alone can do
 * without.
 */
@Internal
public class LocalRecoverableWriter implements RecoverableWriter {

    private final LocalFileSystem fileSystem;
    private final DurableDirectories directories;
    private final boolean alone;

    public LocalRecoverableWriter(LocalFileSystem fs) {
        this(fs, LocalDirectories::sync, false);
    }

    /**
     * @param alone whether nobody else can have the files open that are taken up again or committed
     */
    LocalRecoverableWriter(LocalFileSystem fs, DurableDirectories.Forcing forcing, boolean alone) {
        this.fileSystem = fs;
        this.directories = new DurableDirectories(forcing);
        this.alone = alone;
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
        LocalRecoverable at = own(recoverable);
        return alone
                ? LocalRecoverableFsDataOutputStream.resume(at, directories)
                : LocalRecoverableFsDataOutputStream.resumeCopy(at, directories);
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
        return new LocalCommitter(own(recoverable), directories, alone);
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
        return HiddenFiles.beside(targetFile);
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
