// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import io.millrace.streaming.api.functions.sink.filesystem.InProgressFileWriter.InProgressFileRecoverable;

/** A file being written, at a point from which writing can go on after a crash. */
record ResumePoint(Path path, long size, ResumeRecoverable recoverable)
        implements InProgressFileRecoverable {

    @Override
    public Path getPath() {
        return path;
    }

    @Override
    public long getSize() {
        return size;
    }
}
