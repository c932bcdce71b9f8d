// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.Path;
import io.millrace.streaming.api.functions.sink.filesystem.InProgressFileWriter.PendingFileRecoverable;
import java.util.List;

/**
 * Files that writers ended with the input, and that are made into one when that one is committed:
 * before, no checkpoint has them, and one that is older may go on with the unfinished file that one
 * of them was.
 *
 * @param target the visible name of the file that is made
 */
record PendingGroup(Path target, List<PendingFile> files) implements PendingFileRecoverable {

    @Override
    public Path getPath() {
        return target;
    }

    @Override
    public long getSize() {
        return files.stream().mapToLong(PendingFile::getSize).sum();
    }
}
