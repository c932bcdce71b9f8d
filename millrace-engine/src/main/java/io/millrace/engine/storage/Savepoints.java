// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.util.UUID;

/** Makes the directories of savepoints. */
final class Savepoints {

    private static final int TRIES = 10;

    private Savepoints() {}

    /**
     * A new directory {@code savepoint-<first digits of the job id>-<random>} (CK-77).
     *
     * @throws IOException saying what is wrong with the target
     */
    static Path newDirectory(CheckpointPaths paths, Path target) throws IOException {
        FileSystem fileSystem = target.getFileSystem();
        if (fileSystem.exists(target) && !fileSystem.getFileStatus(target).isDir()) {
            throw new IOException(
                    "A savepoint can't be written under "
                            + CheckpointPaths.pointer(target)
                            + ": it is a file. Name a directory.");
        }
        for (int i = 0; i < TRIES; i++) {
            String chance = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
            Path directory = paths.savepoint(target, chance);
            if (!fileSystem.exists(directory) && fileSystem.mkdirs(directory)) {
                return directory;
            }
        }
        throw new IOException(
                "The file system refused to create a directory for the savepoint under "
                        + CheckpointPaths.pointer(target)
                        + ". Name a directory this process may write to.");
    }
}
