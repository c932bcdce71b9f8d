// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.writer;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.functions.sink.filesystem.InProgressFileWriter.InProgressFileRecoverable;

/** What a writer remembers of one bucket: the file being written there. */
@Internal
public class FileWriterBucketState {

    private final String bucketId;
    private final Path bucketPath;
    private final long inProgressFileCreationTime;
    private final InProgressFileRecoverable inProgressFileRecoverable;

    /**
     * @param inProgressFileRecoverable how to go on writing, or null if no file is being written
     */
    public FileWriterBucketState(
            String bucketId,
            Path bucketPath,
            long inProgressFileCreationTime,
            InProgressFileRecoverable inProgressFileRecoverable) {
        this.bucketId = bucketId;
        this.bucketPath = bucketPath;
        this.inProgressFileCreationTime = inProgressFileCreationTime;
        this.inProgressFileRecoverable = inProgressFileRecoverable;
    }

    public String getBucketId() {
        return bucketId;
    }

    public Path getBucketPath() {
        return bucketPath;
    }

    /** Milliseconds since the epoch. */
    public long getInProgressFileCreationTime() {
        return inProgressFileCreationTime;
    }

    @Override
    public String toString() {
        return "bucket '"
                + bucketId
                + "' in "
                + bucketPath
                + (inProgressFileRecoverable == null
                        ? ", no file being written"
                        : ", writing "
                                + inProgressFileRecoverable.getPath()
                                + " at byte "
                                + inProgressFileRecoverable.getSize());
    }
}
