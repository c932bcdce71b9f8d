// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.core.fs.RecoverableWriter;
import java.io.IOException;
import java.util.Collection;

/**
 * Makes pending files visible. A file that is already visible is left as it is: after a crash
 * nobody knows how far the last attempt came, so everything the checkpoint holds is committed
 * again.
 */
final class PartFileCommitter implements Committer<FileSinkCommittable> {

    private final RecoverableWriter files;

    PartFileCommitter(RecoverableWriter files) {
        this.files = files;
    }

    @Override
    public void commit(Collection<CommitRequest<FileSinkCommittable>> requests) throws IOException {
        for (CommitRequest<FileSinkCommittable> request : requests) {
            PendingFile file = (PendingFile) request.getCommittable().getPendingFile();
            try {
                files.recoverForCommit(file.recoverable()).commitAfterRecovery();
            } catch (IOException e) {
                throw new IOException(
                        "Committing the file "
                                + file
                                + " failed: "
                                + e.getMessage()
                                + " It stays pending and is committed again when the job is restored.",
                        e);
            }
        }
    }

    @Override
    public void close() {}
}
