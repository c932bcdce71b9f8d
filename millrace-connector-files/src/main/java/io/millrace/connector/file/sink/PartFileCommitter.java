// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes pending files visible. A file that is already visible is left as it is: after a crash
 * nobody knows how far the last attempt came, so everything the checkpoint holds is committed
 * again. One that is neither pending nor visible is an error where it is certain that nobody can
 * have committed it; see {@link NeverCommitted}.
 */
final class PartFileCommitter implements Committer<FileSinkCommittable> {

    private static final Logger LOG = LoggerFactory.getLogger(PartFileCommitter.class);

    private final RecoverableWriter files;
    private final Groups groups;

    /** Commits files that are first to be made of others. */
    interface Groups {
        void commit(String bucketId, PendingGroup group) throws IOException;
    }

    PartFileCommitter(RecoverableWriter files) {
        this(
                files,
                (bucket, group) -> {
                    throw new IOException(
                            "The files "
                                    + group.files()
                                    + " of the restored checkpoint are to be made into one, and this sink does not say"
                                    + " how: have it disableCompact(), which shows them as they are.");
                });
    }

    PartFileCommitter(RecoverableWriter files, Groups groups) {
        this.files = files;
        this.groups = groups;
    }

    @Override
    public void commit(Collection<CommitRequest<FileSinkCommittable>> requests) throws IOException {
        for (CommitRequest<FileSinkCommittable> request : requests) {
            if (request.getCommittable().hasCompactedFileToCleanup()) {
                remove(request.getCommittable().getCompactedFileToCleanup());
                continue;
            }
            if (request.getCommittable().getPendingFile() instanceof PendingGroup group) {
                groups.commit(request.getCommittable().getBucketId(), group);
                continue;
            }
            PendingFile file = (PendingFile) request.getCommittable().getPendingFile();
            try {
                commit(file, files.recoverForCommit(file.recoverable()));
            } catch (FileNotFoundException e) {
                throw new IOException(failed(file, e), e);
            } catch (IOException e) {
                throw new IOException(
                        failed(file, e)
                                + " It stays pending and is committed again when the job is restored.",
                        e);
            }
        }
    }

    /** What was made of it was committed before. It may have gone already. */
    static void remove(Path compacted) throws IOException {
        try {
            compacted.getFileSystem().delete(compacted, false);
        } catch (FileNotFoundException e) {
            LOG.debug("{} was removed before", compacted, e);
        }
    }

    private static String failed(PendingFile file, IOException e) {
        return "Committing the file " + file + " failed: " + e.getMessage();
    }

    static void commit(PendingFile file, RecoverableFsDataOutputStream.Committer committer)
            throws IOException {
        if (!NeverCommitted.remove(file.path())) {
            committer.commitAfterRecovery();
            return;
        }
        try {
            committer.commit();
        } catch (FileNotFoundException e) {
            if (file.path().getFileSystem().exists(file.path())) {
                // Another job, started from the same checkpoint, was quicker.
                committer.commitAfterRecovery();
                return;
            }
            // So that a restart finds the same.
            NeverCommitted.add(file.path());
            FileNotFoundException lost =
                    new FileNotFoundException(
                            e.getMessage()
                                    + " This process has written it and not committed it yet, so something else has"
                                    + " removed it, and its records are lost from the output. Find out what removes hidden"
                                    + " files from that directory while the job runs. Then put the pending file back, or"
                                    + " restore a checkpoint from before it was written. A new process that restores the"
                                    + " latest checkpoint goes on without these records.");
            lost.initCause(e);
            throw lost;
        }
    }

    @Override
    public void close() {}
}
