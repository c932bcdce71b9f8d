// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * An owner of a job directory, for people.
 *
 * @param process who it is
 * @param sinceMs when it took the directory, in milliseconds since 1970 as the store counts them
 */
record Owner(JobLock.Holder process, long sinceMs) {

    private static final int MAX_BYTES = 64 * 1024;

    static Owner of(FileSystem fileSystem, Path jobDirectory, OwnerName name) throws IOException {
        Path file = CheckpointPaths.ownerFileIn(jobDirectory, name.file(OwnerName.Kind.PRESENT));
        try (FSDataInputStream in = fileSystem.open(file)) {
            String text = new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
            return new Owner(
                    JobLock.Holder.decode(text, CheckpointPaths.told(file)),
                    fileSystem.getFileStatus(file).getModificationTime());
        }
    }

    @Override
    public String toString() {
        String job = process.job().isEmpty() ? "" : " for job '" + process.job() + "'";
        return process + job + " (since " + Instant.ofEpochMilli(sinceMs) + ")";
    }
}
