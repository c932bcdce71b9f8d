// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;

/** Opens and takes up again streams whose files appear by a commit. */
@PublicEvolving
public interface RecoverableWriter {

    /** Begins a file that is to appear at this path. */
    RecoverableFsDataOutputStream open(Path path) throws IOException;

    /**
     * Goes on where {@link RecoverableFsDataOutputStream#persist()} stood; later bytes are dropped.
     */
    RecoverableFsDataOutputStream recover(ResumeRecoverable resumable) throws IOException;

    /** Whether a resume point holds things outside that somebody must remove. */
    boolean requiresCleanupOfRecoverableState();

    /** Removes them; returns whether something was removed. */
    boolean cleanupRecoverableState(ResumeRecoverable resumable) throws IOException;

    /** A committer for a file that was closed before a crash. */
    RecoverableFsDataOutputStream.Committer recoverForCommit(CommitRecoverable resumable)
            throws IOException;

    SimpleVersionedSerializer<CommitRecoverable> getCommitRecoverableSerializer();

    SimpleVersionedSerializer<ResumeRecoverable> getResumeRecoverableSerializer();

    /** Whether {@link #recover} works; if not, each snapshot must end its file. */
    boolean supportsResume();

    /** Enough to commit a closed file. */
    interface CommitRecoverable {}

    /** Enough to go on writing. */
    interface ResumeRecoverable extends CommitRecoverable {}
}
