// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.DurableFileSystem;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads checkpoints from files, whoever wrote them: a job whose own checkpoints stay in memory may
 * begin from a directory, too.
 */
final class CheckpointFiles {

    /** The envelope of a piece of state; what is in it tells its own version. */
    static final SealedFile.Kind STATE = new SealedFile.Kind("state", 1, 1);

    private CheckpointFiles() {}

    /** The sealed manifest a pointer leads to, its seal checked. */
    static byte[] manifest(String pointer) throws IOException {
        Path file = manifestFile(CheckpointPaths.ofPointer(pointer));
        FileSystem fileSystem = file.getFileSystem();
        byte[] bytes;
        try (FSDataInputStream in = fileSystem.open(file)) {
            bytes = in.readAllBytes();
        }
        SealedFile.check(bytes, CheckpointPaths.told(file));
        return bytes;
    }

    /** Forces the name of a manifest, and of the directory it lies in. */
    static void force(String pointer) throws IOException {
        Path manifest = manifestFile(CheckpointPaths.ofPointer(pointer));
        if (manifest.getFileSystem() instanceof DurableFileSystem durable) {
            Path checkpoint = manifest.getParent();
            durable.syncDirectory(checkpoint);
            if (checkpoint.getParent() != null) {
                durable.syncDirectory(checkpoint.getParent());
            }
        }
    }

    /** The content of a piece of state of the checkpoint at {@code pointer}. */
    static InputStream open(StoredState state, String pointer) throws IOException {
        if (state instanceof StoredState.Inline inline) {
            return open(inline, pointer);
        }
        Path file = file(state, pointer);
        try {
            return state instanceof StoredState.Bare bare
                    ? BareFiles.open(file, bare)
                    : SealedFile.open(
                            file.getFileSystem(), file, STATE, state.length(), state.checksum());
        } catch (FileNotFoundException e) {
            FileNotFoundException named =
                    new FileNotFoundException(
                            CheckpointPaths.told(file)
                                    + ": the file is missing, but the checkpoint at "
                                    + pointer
                                    + " needs it. Was it removed or left behind when the directory was copied?");
            named.initCause(e);
            throw named;
        }
    }

    /** The file that a piece of state of the checkpoint at {@code pointer} lies in; or null. */
    static Path file(StoredState state, String pointer) throws IOException {
        String spelled =
                state instanceof StoredState.InFile in
                        ? in.path()
                        : state instanceof StoredState.Bare bare ? bare.path() : null;
        if (spelled == null) {
            return null;
        }
        return CheckpointPaths.ofState(
                spelled, CheckpointPaths.checkpointOf(CheckpointPaths.ofPointer(pointer)));
    }

    /** The same file, spelled so that it means the same wherever it is said. */
    static StoredState absolute(StoredState state, String pointer) throws IOException {
        Path file = file(state, pointer);
        if (file == null) {
            return state;
        }
        String spelled = CheckpointPaths.pointer(file);
        return state instanceof StoredState.Bare
                ? new StoredState.Bare(spelled, state.length(), state.checksum())
                : new StoredState.InFile(spelled, state.length(), state.checksum());
    }

    /** Where a file without seal lies on a local disk; else empty. */
    static Optional<java.nio.file.Path> local(StoredState state, String pointer)
            throws IOException {
        if (!(state instanceof StoredState.Bare)) {
            return Optional.empty();
        }
        return BareFiles.local(file(state, pointer));
    }

    static InputStream open(StoredState.Inline inline, String pointer) throws IOException {
        int actual = SealedFile.checksum(inline.bytes());
        if (actual != inline.checksum()) {
            throw new DamagedFileException(
                    pointer,
                    DamagedFileException.Reason.BIT_FLIPPED,
                    String.format(
                            "a piece of state of %d bytes inside the manifest has checksum %08x, stored is %08x",
                            inline.length(), actual, inline.checksum()));
        }
        return new ByteArrayInputStream(inline.bytes());
    }

    private static Path manifestFile(Path given) throws IOException {
        FileSystem fileSystem = given.getFileSystem();
        FileStatus status;
        try {
            status = fileSystem.getFileStatus(given);
        } catch (FileNotFoundException e) {
            FileNotFoundException named =
                    new FileNotFoundException(
                            "There is no checkpoint at "
                                    + CheckpointPaths.told(given)
                                    + ": no such file or directory.");
            named.initCause(e);
            throw named;
        }
        if (!status.isDir()) {
            return given;
        }
        Path manifest = CheckpointPaths.manifestIn(given);
        if (fileSystem.exists(manifest)) {
            return manifest;
        }
        throw new FileNotFoundException(
                "There is no checkpoint at "
                        + CheckpointPaths.told(given)
                        + ": the directory has no "
                        + manifest.getName()
                        + ". "
                        + advice(fileSystem, given));
    }

    private static String advice(FileSystem fileSystem, Path directory) throws IOException {
        if (CheckpointPaths.checkpointId(directory.getName()).isPresent()) {
            return "The checkpoint was never completed, or was being removed; name another one.";
        }
        if (CheckpointPaths.isSavepointName(directory.getName())) {
            return "The savepoint was never completed; take another one, and remove this directory.";
        }
        for (FileStatus child : fileSystem.listStatus(directory)) {
            String name = child.getPath().getName();
            if (CheckpointPaths.checkpointId(name).isPresent()) {
                return "It holds checkpoints; name one of them, for example "
                        + CheckpointPaths.told(child.getPath())
                        + ".";
            }
            if (CheckpointPaths.isJobId(name)) {
                return "It holds directories of jobs; name a checkpoint in one of them, or give 'latest' and let"
                        + " the job's name choose.";
            }
        }
        return "Name the directory of a checkpoint (such as "
                + CheckpointPaths.nameOf(17)
                + ") or its manifest.";
    }
}
