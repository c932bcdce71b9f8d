// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.connector.file.sink.writer.FileWriterBucketState;
import io.millrace.core.fs.Path;

/**
 * The one element of a writer's state that is no bucket: which lineage it writes for, and its next
 * file's number.
 */
final class NumberingState extends FileWriterBucketState {

    private final String lineage;
    private final long nextNumber;

    NumberingState(Path basePath, String lineage, long nextNumber) {
        super("", basePath, 0, null);
        this.lineage = lineage;
        this.nextNumber = nextNumber;
    }

    String lineage() {
        return lineage;
    }

    long nextNumber() {
        return nextNumber;
    }

    @Override
    public String toString() {
        return "writer " + lineage + ", next file " + nextNumber;
    }
}
