// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.spi.Addresses;
import io.millrace.streaming.api.functions.sink.filesystem.InProgressFileWriter.PendingFileRecoverable;

/**
 * A closed file: where it is to appear, how long it is, and what the file system needs to make it
 * appear.
 */
record PendingFile(Path path, long size, CommitRecoverable recoverable)
        implements PendingFileRecoverable {

    @Override
    public Path getPath() {
        return path;
    }

    @Override
    public long getSize() {
        return size;
    }

    @Override
    public String toString() {
        return Addresses.shown(path) + ", " + size + " bytes";
    }
}
