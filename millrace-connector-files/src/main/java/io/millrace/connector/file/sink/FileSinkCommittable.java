// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.functions.sink.filesystem.InProgressFileWriter.PendingFileRecoverable;
import java.io.Serializable;
import java.util.Objects;

/** A file that was written to its end, and which a commit makes visible. */
@Internal
public class FileSinkCommittable implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String bucketId;

    /** Travels through {@link CommittableSerializer} only. */
    private final transient PendingFileRecoverable pendingFile;

    private final transient Path compactedFileToCleanup;

    public FileSinkCommittable(String bucketId, PendingFileRecoverable pendingFile) {
        this.bucketId = Objects.requireNonNull(bucketId, "bucketId");
        this.pendingFile = Objects.requireNonNull(pendingFile, "pendingFile");
        this.compactedFileToCleanup = null;
    }

    /** A file to remove, for it was made into another one. */
    public FileSinkCommittable(String bucketId, Path compactedFileToCleanup) {
        this.bucketId = Objects.requireNonNull(bucketId, "bucketId");
        this.pendingFile = null;
        this.compactedFileToCleanup =
                Objects.requireNonNull(compactedFileToCleanup, "compactedFileToCleanup");
    }

    public String getBucketId() {
        return bucketId;
    }

    public boolean hasPendingFile() {
        return pendingFile != null;
    }

    public PendingFileRecoverable getPendingFile() {
        return pendingFile;
    }

    public boolean hasCompactedFileToCleanup() {
        return compactedFileToCleanup != null;
    }

    public Path getCompactedFileToCleanup() {
        return compactedFileToCleanup;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof FileSinkCommittable that
                && bucketId.equals(that.bucketId)
                && Objects.equals(pendingFile, that.pendingFile)
                && Objects.equals(compactedFileToCleanup, that.compactedFileToCleanup);
    }

    @Override
    public int hashCode() {
        return Objects.hash(bucketId, pendingFile, compactedFileToCleanup);
    }

    @Override
    public String toString() {
        if (hasCompactedFileToCleanup()) {
            return "file to remove from bucket '" + bucketId + "': " + compactedFileToCleanup;
        }
        return "file to commit in bucket '" + bucketId + "': " + pendingFile;
    }
}
