// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.connector.file.sink.writer.FileWriterBucketState;
import io.millrace.core.fs.Path;
import java.util.Collection;
import java.util.List;

/**
 * The one element of a writer's state that is no bucket: which lineage it writes for, its next
 * file's number, and in which directories it began files since the checkpoint before.
 */
final class NumberingState extends FileWriterBucketState {

    private final String lineage;
    private final long nextNumber;
    private final List<Path> directories;

    NumberingState(
            Path basePath, String lineage, long nextNumber, Collection<Path> directories) {
        super("", basePath, 0, null);
        this.lineage = lineage;
        this.nextNumber = nextNumber;
        this.directories = List.copyOf(directories);
    }

    String lineage() {
        return lineage;
    }

    long nextNumber() {
        return nextNumber;
    }

    List<Path> directories() {
        return directories;
    }

    @Override
    public String toString() {
        return "writer " + lineage + ", next file " + nextNumber;
    }
}
