// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;

/**
 * A stream whose file becomes visible only by a commit, and which can be taken up again after a
 * crash at any point that was {@linkplain #persist() persisted}.
 */
@PublicEvolving
public abstract class RecoverableFsDataOutputStream extends FSDataOutputStream {

    public RecoverableFsDataOutputStream() {}

    /** Makes everything so far durable and says how to go on from here. */
    public abstract RecoverableWriter.ResumeRecoverable persist() throws IOException;

    /** Ends writing; the file appears when the committer commits. */
    public abstract Committer closeForCommit() throws IOException;

    /** Gives up: the file does not appear. */
    @Override
    public abstract void close() throws IOException;

    /** Makes the file visible. */
    public interface Committer {

        /** Makes it visible now; nothing may have happened to it since it was closed. */
        void commit() throws IOException;

        /** Makes it visible if that has not happened yet; may be called again and again. */
        void commitAfterRecovery() throws IOException;

        /** What to keep so that this commit can be done after a crash. */
        RecoverableWriter.CommitRecoverable getRecoverable();
    }
}
