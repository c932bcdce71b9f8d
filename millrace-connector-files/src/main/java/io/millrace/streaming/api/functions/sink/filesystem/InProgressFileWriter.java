// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.Path;
import java.io.IOException;

/**
 * A file being written.
 *
 * @param <IN> the record
 * @param <BucketID> the name of a bucket
 */
@Internal
public interface InProgressFileWriter<IN, BucketID> extends PartFileInfo<BucketID> {

    void write(IN element, long currentTime) throws IOException;

    /** Makes what was written durable and says how to go on after a crash. */
    InProgressFileRecoverable persist() throws IOException;

    /** Ends the file, durably; a commit will make it visible. */
    PendingFileRecoverable closeForCommit() throws IOException;

    /** Stops writing; the file does not become visible. */
    void dispose();

    /** What it takes to go on writing. */
    interface InProgressFileRecoverable extends PendingFileRecoverable {}

    /** What it takes to make a file visible. */
    interface PendingFileRecoverable {

        /** Where the file is to appear. */
        Path getPath();

        /** Bytes. */
        long getSize();
    }
}
