// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.connector.file.sink.writer.FileWriterBucketState;
import io.millrace.core.fs.Path;

/** A bucket whose file is being written. */
final class BucketState extends FileWriterBucketState {

    private final ResumePoint resumePoint;

    BucketState(String bucketId, Path bucketPath, long creationTime, ResumePoint resumePoint) {
        super(bucketId, bucketPath, creationTime, resumePoint);
        this.resumePoint = resumePoint;
    }

    ResumePoint resumePoint() {
        return resumePoint;
    }
}
