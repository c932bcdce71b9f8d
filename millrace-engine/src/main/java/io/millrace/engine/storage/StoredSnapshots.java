// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checkpoints and savepoints as they lie in files, for whoever only looks at them: takes no lock,
 * changes nothing. Another process may write and remove at the same time, so what was listed may be
 * gone when it is opened. Caller's thread.
 */
public final class StoredSnapshots {

    /** Directories that may lie between the one that is named and a checkpoint's. */
    private static final int DEEPEST = 3;

    private StoredSnapshots() {}

    /**
     * A directory that holds a checkpoint or savepoint, or was meant to.
     *
     * @param pointer its directory
     * @param complete whether it has a manifest
     * @param changed when the manifest, or else the directory, was changed last, in milliseconds
     *     since 1970
     */
    public record Place(String pointer, boolean complete, long changed) {}

    /**
     * All that lie under a directory, or are it: in no particular order.
     *
     * @throws IOException there is no such directory, or it can't be read
     */
    public static List<Place> under(String directory) throws IOException {
        Path path = CheckpointPaths.ofPointer(directory);
        FileSystem fileSystem = path.getFileSystem();
        FileStatus status;
        try {
            status = fileSystem.getFileStatus(path);
        } catch (FileNotFoundException e) {
            throw named("There is no directory " + CheckpointPaths.told(path) + ".", e);
        }
        List<Place> found = new ArrayList<>();
        if (!status.isDir()) {
            if (!CheckpointPaths.isManifest(path)) {
                throw new IOException(
                        CheckpointPaths.told(path)
                                + " is a file. Name a directory with checkpoints in it.");
            }
            found.add(
                    new Place(
                            CheckpointPaths.pointer(path.getParent()),
                            true,
                            status.getModificationTime()));
            return found;
        }
        look(fileSystem, path, status, 0, found);
        return found;
    }

    private static void look(
            FileSystem fileSystem, Path directory, FileStatus status, int depth, List<Place> found)
            throws IOException {
        Optional<FileStatus> manifest = statusOf(fileSystem, CheckpointPaths.manifestIn(directory));
        if (manifest.isPresent()) {
            found.add(
                    new Place(
                            CheckpointPaths.pointer(directory),
                            true,
                            manifest.get().getModificationTime()));
            return;
        }
        if (CheckpointPaths.isSnapshot(directory.getName())) {
            found.add(
                    new Place(
                            CheckpointPaths.pointer(directory),
                            false,
                            status.getModificationTime()));
            return;
        }
        if (depth == DEEPEST || depth > 0 && CheckpointPaths.isForFiles(directory.getName())) {
            return;
        }
        FileStatus[] children;
        try {
            children = fileSystem.listStatus(directory);
        } catch (FileNotFoundException e) {
            return; // removed meanwhile
        } catch (IOException e) {
            if (depth == 0) {
                throw e;
            }
            return; // somebody else's
        }
        if (children == null) {
            return;
        }
        for (FileStatus child : children) {
            if (child.isDir()) {
                // As the user spelled it, not as the file system does.
                Path below = new Path(directory, child.getPath().getName());
                look(fileSystem, below, child, depth + 1, found);
            }
        }
    }

    private static Optional<FileStatus> statusOf(FileSystem fileSystem, Path file)
            throws IOException {
        try {
            return Optional.of(fileSystem.getFileStatus(file));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    /** The sealed manifest that a pointer leads to, its seal checked. */
    public static byte[] manifest(String pointer) throws IOException {
        return CheckpointFiles.manifest(pointer);
    }

    /** The directory of the checkpoint that a pointer leads to. */
    public static String directory(String pointer) throws IOException {
        Path given = CheckpointPaths.ofPointer(pointer);
        boolean manifest =
                CheckpointPaths.isManifest(given)
                        && !given.getFileSystem().getFileStatus(given).isDir();
        return CheckpointPaths.pointer(manifest ? given.getParent() : given);
    }

    /**
     * Why a checkpoint does not count though it has a manifest: the job has gone on from an older
     * one. Empty where it counts, and for savepoints.
     */
    public static Optional<String> discounted(String pointer) throws IOException {
        Path checkpoint = CheckpointPaths.ofPointer(directory(pointer));
        OptionalLong id = CheckpointPaths.checkpointId(checkpoint.getName());
        return id.isEmpty() || checkpoint.getParent() == null
                ? Optional.empty()
                : CountedCheckpoints.in(checkpoint.getFileSystem(), checkpoint.getParent())
                        .whyNot(id.getAsLong());
    }

    /** The content of a piece of state, verified while it is read. */
    public static InputStream open(StoredState state, String pointer) throws IOException {
        return CheckpointFiles.open(state, pointer);
    }

    /** Where a piece without seal lies on a local disk; else empty. */
    public static Optional<java.nio.file.Path> local(StoredState state, String pointer)
            throws IOException {
        return CheckpointFiles.local(state, pointer);
    }

    /** The file that a piece of state lies in, for people; empty for one inside the manifest. */
    public static Optional<String> file(StoredState state, String pointer) throws IOException {
        return Optional.ofNullable(CheckpointFiles.file(state, pointer))
                .map(CheckpointPaths::pointer);
    }

    /**
     * Why a piece of state can't be what it was, as far as that shows without reading it: empty
     * where a file of a possible length is there.
     */
    public static Optional<String> lack(StoredState state, String pointer) throws IOException {
        Path file = CheckpointFiles.file(state, pointer);
        if (file == null) {
            return Optional.empty();
        }
        try {
            long length = file.getFileSystem().getFileStatus(file).getLen();
            return length < state.length()
                    ? Optional.of(file.getName() + " is cut short")
                    : Optional.empty();
        } catch (FileNotFoundException e) {
            return Optional.of(file.getName() + " is missing");
        }
    }

    /**
     * Files in a checkpoint's own directory that its manifest does not speak of.
     *
     * @param own all pieces of state the manifest names
     */
    public static List<String> strangers(String pointer, Collection<StoredState> own)
            throws IOException {
        Path given = CheckpointPaths.ofPointer(directory(pointer));
        Set<String> known = new HashSet<>();
        for (StoredState state : own) {
            Path file = CheckpointFiles.file(state, pointer);
            if (file != null) {
                known.add(file.getName());
            }
        }
        known.add(CheckpointPaths.manifestIn(given).getName());
        Set<String> strangers = new TreeSet<>();
        for (FileStatus child : given.getFileSystem().listStatus(given)) {
            if (!known.contains(child.getPath().getName())) {
                strangers.add(child.getPath().getName());
            }
        }
        return List.copyOf(strangers);
    }

    private static FileNotFoundException named(String message, IOException cause) {
        FileNotFoundException e = new FileNotFoundException(message);
        e.initCause(cause);
        return e;
    }
}
