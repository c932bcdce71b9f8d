// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.DurableFileSystem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes, forces and removes directories of checkpoints. */
final class Directories {

    private static final Logger LOG = LoggerFactory.getLogger(Directories.class);

    private Directories() {}

    /** Its entry, and those above it, are not forced by this. */
    static void make(FileSystem fileSystem, Path directory) throws IOException {
        if (!fileSystem.mkdirs(directory)) {
            throw new IOException(
                    "The file system refused to create the directory "
                            + CheckpointPaths.told(directory));
        }
    }

    /**
     * Makes a directory and those above it, from above, and forces the entry of each one before the
     * next is made. So of the directories that are there already only the lowest can have an entry
     * that is not forced, left by a process that was stopped between the two; it is forced again.
     */
    static void makeForced(FileSystem fileSystem, Path directory) throws IOException {
        List<Path> missing = new ArrayList<>();
        for (Path at = directory; at != null; at = at.getParent()) {
            FileStatus status;
            try {
                status = fileSystem.getFileStatus(at);
            } catch (FileNotFoundException e) {
                missing.add(0, at);
                continue;
            }
            if (!status.isDir()) {
                throw new IOException(
                        CheckpointPaths.told(at)
                                + " is a regular file where a directory is needed");
            }
            forceEntry(fileSystem, at);
            break;
        }
        for (Path next : missing) {
            if (!fileSystem.mkdirs(next)) {
                throw new IOException(
                        "the file system refused to create the directory "
                                + CheckpointPaths.told(next));
            }
            if (next.getParent() != null) {
                sync(fileSystem, next.getParent());
            }
        }
    }

    /** Forces the entry of a directory that was there already. */
    private static void forceEntry(FileSystem fileSystem, Path directory) throws IOException {
        if (directory.getParent() == null) {
            return;
        }
        try {
            sync(fileSystem, directory.getParent());
        } catch (AccessDeniedException e) {
            // Who may not open it has made no entry in it.
            LOG.debug("{} may not be opened to be forced to disk", directory.getParent(), e);
        }
    }

    /** Forces the entries of a directory, where that can be done. */
    static void sync(FileSystem fileSystem, Path directory) throws IOException {
        if (fileSystem instanceof DurableFileSystem durable) {
            durable.syncDirectory(directory);
        }
    }

    /**
     * Removes a checkpoint's directory: the manifest first, and certainly, then the rest. So what a
     * crash leaves looks like no checkpoint. Idempotent.
     */
    static void removeCheckpoint(FileSystem fileSystem, Path checkpoint) throws IOException {
        if (!fileSystem.exists(checkpoint)) {
            // Some stores have files there that were begun and never ended, and show no directory.
            fileSystem.delete(checkpoint, true);
            return;
        }
        removeManifest(fileSystem, checkpoint);
        remove(fileSystem, checkpoint);
    }

    /** Removes a manifest, certainly. Idempotent. */
    static void removeManifest(FileSystem fileSystem, Path checkpoint) throws IOException {
        Path manifest = CheckpointPaths.manifestIn(checkpoint);
        if (fileSystem.exists(manifest)) {
            fileSystem.delete(manifest, false);
        }
        // Also where it is gone: an earlier attempt may have removed it and failed to force that.
        sync(fileSystem, checkpoint);
    }

    /**
     * Removes a directory with all that is in it. What an NFS client keeps because some process has
     * it open may stay, and the directory with it.
     */
    static void remove(FileSystem fileSystem, Path directory) throws IOException {
        fileSystem.delete(directory, true);
        if (fileSystem.exists(directory) && !holdsOnlyWhatIsOpen(fileSystem, directory)) {
            throw new IOException(
                    "The directory " + CheckpointPaths.told(directory) + " could not be removed.");
        }
    }

    private static boolean holdsOnlyWhatIsOpen(FileSystem fileSystem, Path directory)
            throws IOException {
        FileStatus[] left;
        try {
            left = fileSystem.listStatus(directory);
        } catch (FileNotFoundException e) {
            return true;
        }
        for (FileStatus child : left) {
            if (!child.getPath().getName().startsWith(".nfs")) {
                return false;
            }
        }
        return left.length > 0;
    }

    /**
     * Forces the directories that lead to a manifest and makes it appear: from then on the
     * checkpoint exists.
     *
     * @param above those that have to be forced before it is visible, besides its own
     * @param aboutTo is run before the one act by which it may appear: whatever fails earlier
     *     leaves no doubt
     */
    static void publish(
            FileSystem fileSystem,
            Path checkpoint,
            byte[] manifest,
            List<Path> above,
            Runnable aboutTo)
            throws IOException {
        Path visible = CheckpointPaths.manifestIn(checkpoint);
        SealedFile.check(manifest, CheckpointPaths.told(visible));
        make(fileSystem, checkpoint);
        if (fileSystem.exists(visible)) {
            throw usedTwice(checkpoint, null);
        }
        sync(fileSystem, checkpoint);
        for (Path each : above) {
            sync(fileSystem, each);
        }
        aboutTo.run();
        try {
            WholeFile.create(fileSystem, visible, manifest);
        } catch (FileAlreadyExistsException e) {
            throw usedTwice(checkpoint, e);
        }
    }

    private static IOException usedTwice(Path checkpoint, IOException cause) {
        return new IOException(
                "There is a checkpoint at "
                        + CheckpointPaths.told(checkpoint)
                        + " already. Its id was used twice, or another job writes to this directory.",
                cause);
    }
}
