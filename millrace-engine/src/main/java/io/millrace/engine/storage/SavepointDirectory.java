// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One savepoint that is being written: a directory of its own, in whatever file system the user
 * named, with all that belongs to it.
 *
 * <p>The order of acts is that of a checkpoint ({@link FileCheckpointStorage}), and what a crash
 * leaves at each of them is a directory without manifest, which looks like a savepoint to nobody:
 * {@code -s} refuses it and says why. It lies in the user's directory, so nobody but the user
 * removes it, unless the process that began it lives to give it up. As every file is spelled
 * relatively, the directory can be moved and renamed. Thread safe.
 */
final class SavepointDirectory implements FileOutput.Fate {

    private static final Logger LOG = LoggerFactory.getLogger(SavepointDirectory.class);

    private static final int TRIES = 10;

    private final FileSystem fileSystem;
    private final Path directory;
    private final int inlineThreshold;
    private final int writeBufferBytes;
    private volatile boolean discarded;

    private SavepointDirectory(
            FileSystem fileSystem, Path directory, int inlineThreshold, int writeBufferBytes) {
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.inlineThreshold = inlineThreshold;
        this.writeBufferBytes = writeBufferBytes;
    }

    /**
     * A new directory {@code savepoint-<first digits of the job id>-<random>} (CK-77).
     *
     * @param jobId null where it is not known
     * @throws IOException saying what is wrong with the target
     */
    static SavepointDirectory begin(
            String target, String jobId, int inlineThreshold, int writeBufferBytes)
            throws IOException {
        try {
            Path under = made(target);
            FileSystem fileSystem = under.getFileSystem();
            for (int i = 0; i < TRIES; i++) {
                String chance = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
                Path directory = CheckpointPaths.savepoint(under, jobId, chance);
                if (!fileSystem.exists(directory) && fileSystem.mkdirs(directory)) {
                    return new SavepointDirectory(
                            fileSystem, directory, inlineThreshold, writeBufferBytes);
                }
            }
            throw new IOException("the file system refused to create a directory in it");
        } catch (IOException e) {
            throw unusable(target, e);
        }
    }

    /** That very directory, which is there and empty. */
    static SavepointDirectory at(Path directory, int inlineThreshold) throws IOException {
        return new SavepointDirectory(directory.getFileSystem(), directory, inlineThreshold, 0);
    }

    /** Makes the directory under which savepoints are to go. */
    static void make(String target) throws IOException {
        try {
            made(target);
        } catch (IOException e) {
            throw unusable(target, e);
        }
    }

    private static Path made(String target) throws IOException {
        Path under = CheckpointPaths.ofPointer(target);
        Directories.makeForced(under.getFileSystem(), under);
        return under;
    }

    private static IOException unusable(String target, IOException e) {
        return new IOException(
                "a savepoint can't be written under "
                        + target
                        + ": "
                        + e.getMessage()
                        + ". Name a directory this process may write to",
                e);
    }

    String pointer() {
        return CheckpointPaths.pointer(directory);
    }

    @Override
    public boolean isDiscarded() {
        return discarded;
    }

    @Override
    public void refuseDiscarded() throws IOException {
        if (discarded) {
            throw new IOException(
                    "The savepoint at "
                            + pointer()
                            + " was given up in the meantime; nothing is written for it.");
        }
    }

    @Override
    public void leftBehind() {
        LOG.warn(
                "The savepoint at {} was given up, and a file of it could not be removed after that. Remove the"
                        + " directory.",
                pointer());
    }

    StateOutput create(String name) throws IOException {
        return output(name, inlineThreshold);
    }

    StateOutput createShared(String name) throws IOException {
        return output(name, 0);
    }

    private StateOutput output(String name, int threshold) throws IOException {
        Path file = CheckpointPaths.stateIn(directory, name);
        refuseDiscarded();
        return new FileOutput(this, fileSystem, file, file.getName(), threshold, writeBufferBytes);
    }

    StoredState take(String name, java.nio.file.Path local) throws IOException {
        Path file = CheckpointPaths.stateIn(directory, name);
        refuseDiscarded();
        BareFiles.Taken taken = BareFiles.take(local, fileSystem, file);
        refuseDiscarded();
        return new StoredState.Bare(file.getName(), taken.length(), taken.checksum());
    }

    String publish(byte[] manifest) throws IOException {
        refuseDiscarded();
        Directories.publish(
                fileSystem, directory, manifest, List.of(directory.getParent()), () -> {});
        return pointer();
    }

    /** Removes it all. Idempotent. */
    void discard() throws IOException {
        discarded = true;
        Directories.removeCheckpoint(fileSystem, directory);
    }
}
