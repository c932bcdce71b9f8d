// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.io.InputStream;

/**
 * Writes one savepoint without a job, into a directory that is made for it. Closed before it was
 * published, it removes all that was written. A crash before that leaves a directory without
 * manifest: no tool takes it for a snapshot, and it may be removed by hand. Not thread safe.
 */
public final class SavepointFiles implements AutoCloseable {

    private final SavepointDirectory savepoint;
    private boolean published;

    private SavepointFiles(SavepointDirectory savepoint) {
        this.savepoint = savepoint;
    }

    /**
     * Begins one.
     *
     * @param directory where its manifest will lie; must not exist, or be empty
     * @throws IOException saying what is wrong with it
     */
    public static SavepointFiles into(String directory) throws IOException {
        Path path = CheckpointPaths.ofPointer(directory);
        FileSystem fileSystem = path.getFileSystem();
        if (fileSystem.exists(path)) {
            if (!fileSystem.getFileStatus(path).isDir()) {
                throw new IOException(
                        "A savepoint can't be written to "
                                + CheckpointPaths.told(path)
                                + ": it is a file. Name a new directory.");
            } else if (fileSystem.listStatus(path).length > 0) {
                throw new IOException(
                        "A savepoint can't be written to "
                                + CheckpointPaths.told(path)
                                + ": there is something in it. Name a new directory.");
            }
        } else {
            SavepointDirectory.make(directory);
        }
        return new SavepointFiles(
                SavepointDirectory.at(path, FileCheckpointStorage.DEFAULT_INLINE_THRESHOLD));
    }

    /** Begins a piece of state; {@code name} as in {@link CheckpointStorage#create}. */
    public StateOutput create(String name) throws IOException {
        return savepoint.create(name);
    }

    /** Takes over a piece of state of another snapshot. */
    public StoredState copy(StoredState state, String pointer, String name) throws IOException {
        try (InputStream in = CheckpointFiles.open(state, pointer);
                StateOutput out = create(name)) {
            in.transferTo(out);
            return out.seal();
        }
    }

    /**
     * Makes the savepoint one.
     *
     * @return what {@code -s} takes
     */
    public String publish(byte[] manifest) throws IOException {
        String pointer = savepoint.publish(manifest);
        published = true;
        return pointer;
    }

    @Override
    public void close() throws IOException {
        if (!published) {
            savepoint.discard();
        }
    }
}
