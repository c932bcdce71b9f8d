// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A checkpoint or savepoint outside of the job's own directory that the job has made its own, so
 * that it is removed when nobody needs it any more.
 *
 * <p>Of what lies there two kinds of files are the job's by this: all in the checkpoint's own
 * directory; and, if it lies in the directory of a job ({@code chk-n}), those in {@code shared}
 * beside it, which later checkpoints may go on to refer to. Whoever removes one has to look that no
 * other checkpoint needs it: those of the job that were kept, and the {@link #neighbours()}.
 *
 * <p>While it is claimed the directory of that job is locked, or that of the savepoint, so that
 * nobody continues it, claims it, too, or removes it meanwhile; where locks are of no use a job's
 * is taken over ({@link Ownership}), and nothing is removed any more once somebody continues it all
 * the same. I/O threads.
 */
public final class ClaimedCheckpoint implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClaimedCheckpoint.class);

    private final FileSystem fileSystem;
    private final Path directory;

    /** The directory of the job that wrote it; null for one that lies elsewhere. */
    private final Path job;

    private final JobLock lock;

    /** Null where the lock is enough. */
    private final Ownership ownership;

    private ClaimedCheckpoint(
            FileSystem fileSystem, Path directory, Path job, JobLock lock, Ownership ownership) {
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.job = job;
        this.lock = lock;
        this.ownership = ownership;
    }

    /**
     * Claims it.
     *
     * @param pointer its directory or its manifest
     * @param jobName of the job that claims it
     * @throws FileNotFoundException if nothing at all is there, nor the directory of a job in which
     *     there may be files of it
     * @throws IOException if a live process holds the job that wrote it, or has claimed it
     */
    public static ClaimedCheckpoint take(String pointer, String jobName) throws IOException {
        try {
            return locked(pointer, jobName);
        } catch (FileNotFoundException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "The checkpoint "
                            + pointer
                            + " can't be claimed: "
                            + e.getMessage()
                            + " To begin from it and leave it alone, set"
                            + " execution.state-recovery.claim-mode: NO_CLAIM.",
                    e);
        }
    }

    /**
     * Claims it to remove it.
     *
     * @param pointer its directory or its manifest
     * @throws FileNotFoundException as for {@link #take}
     * @throws IOException if a live process holds the job that wrote it, which would lose what its
     *     next checkpoints refer to
     */
    public static ClaimedCheckpoint toRemove(String pointer) throws IOException {
        try {
            return locked(pointer, "disposal");
        } catch (FileNotFoundException e) {
            throw e;
        } catch (IOException e) {
            Path given = CheckpointPaths.ofPointer(pointer);
            Optional<JobLock.Holder> holder =
                    JobLock.holder(
                            given.getFileSystem(), CheckpointPaths.checkpointOf(given).getParent());
            throw new IOException(
                    "The checkpoint "
                            + pointer
                            + " can't be removed: "
                            + holder.map(
                                            who ->
                                                    "its job is held by "
                                                            + who
                                                            + ", and may refer to its files. Stop or"
                                                            + " cancel that job first; it removes its"
                                                            + " checkpoints by itself, as"
                                                            + " execution.checkpointing.num-retained"
                                                            + " says.")
                                    .orElse(e.getMessage()),
                    e);
        }
    }

    private static ClaimedCheckpoint locked(String pointer, String jobName) throws IOException {
        Path given = CheckpointPaths.ofPointer(pointer);
        FileSystem fileSystem = given.getFileSystem();
        Path directory = CheckpointPaths.checkpointOf(given);
        Path above = directory.getParent();
        boolean ofJob =
                above != null
                        && CheckpointPaths.checkpointId(directory.getName()).isPresent()
                        && (fileSystem.exists(CheckpointPaths.lockIn(above))
                                || !JobFiles.in(fileSystem, above).ofOwners().isEmpty());
        if (!ofJob) {
            if (!fileSystem.exists(directory)) {
                throw new FileNotFoundException("There is no checkpoint at " + pointer + ".");
            }
            return new ClaimedCheckpoint(
                    fileSystem,
                    directory,
                    null,
                    lockOfSavepoint(fileSystem, directory, jobName),
                    null);
        }
        JobLock lock = JobLock.acquire(fileSystem, above, jobName);
        try {
            return new ClaimedCheckpoint(
                    fileSystem,
                    directory,
                    above,
                    lock,
                    Ownership.takeIfNeeded(fileSystem, above, jobName));
        } catch (Throwable t) {
            lock.close();
            throw t;
        }
    }

    /**
     * Two jobs that claim one savepoint would take it away from each other.
     *
     * @return null where nothing can be written, so that nobody can remove anything either
     */
    private static JobLock lockOfSavepoint(FileSystem fileSystem, Path savepoint, String jobName)
            throws IOException {
        Optional<JobLock.Holder> holder = JobLock.holder(fileSystem, savepoint);
        if (holder.isPresent()) {
            throw new IOException(
                    "it has been claimed by "
                            + holder.get()
                            + ", whose job '"
                            + holder.get().job()
                            + "' will remove it when it needs it no more. End that job first, or begin"
                            + " from another savepoint.");
        }
        try {
            return JobLock.acquire(fileSystem, savepoint, jobName);
        } catch (JobLock.Unwritable e) {
            LOG.debug("{} can't be locked", savepoint, e);
            return null;
        }
    }

    /** Its directory. */
    public String pointer() {
        return CheckpointPaths.pointer(directory);
    }

    /** Whether its manifest is there. */
    public boolean isPublished() throws IOException {
        return fileSystem.exists(CheckpointPaths.manifestIn(directory));
    }

    /**
     * Names, as {@link CheckpointStorage#fileName} gives them, of the files that may be removed as
     * far as no other checkpoint needs them. As long as the manifest is there its own directory is
     * not looked at.
     */
    public Set<String> files() throws IOException {
        Set<String> files = new TreeSet<>();
        if (!isPublished()) {
            addFiles(directory, files);
        }
        if (job != null) {
            addFiles(CheckpointPaths.sharedIn(job), files);
        }
        if (ownership != null) {
            ownership.check();
            // Those of who continues that job are none of these.
            files.removeIf(file -> writtenFor(file).orElse(0) >= ownership.firstId());
        }
        return files;
    }

    private void addFiles(Path in, Set<String> files) throws IOException {
        try {
            for (FileStatus child : fileSystem.listStatus(in)) {
                if (!child.isDir()) {
                    files.add(CheckpointPaths.pointer(new Path(in, child.getPath().getName())));
                }
            }
        } catch (FileNotFoundException e) {
            return; // it is gone already
        }
    }

    /** For which checkpoint a file among {@link #files()} was written; empty when not known. */
    public static OptionalLong writtenFor(String file) {
        return CheckpointPaths.sharedBy(new Path(file).getName());
    }

    /** The other checkpoints of the job that wrote it. */
    public List<String> neighbours() throws IOException {
        if (job == null) {
            return List.of();
        }
        List<String> others = new ArrayList<>(FileCheckpointStorage.published(fileSystem, job));
        others.remove(pointer());
        return others;
    }

    /** It is no checkpoint any more; its files are still there. Idempotent. */
    public void discardManifest() throws IOException {
        if (ownership != null) {
            OptionalLong id = CheckpointPaths.checkpointId(directory.getName());
            ownership.removeManifest(id.getAsLong());
        } else if (fileSystem.exists(directory)) {
            Directories.removeManifest(fileSystem, directory);
        }
    }

    /** Removes one of {@link #files()}. Idempotent. */
    public void discard(String file) throws IOException {
        Path path = CheckpointPaths.ofPointer(file);
        if (fileSystem.exists(path)) {
            fileSystem.delete(path, false);
        }
    }

    /** Removes its directory if it is empty. Idempotent. */
    public void tidy() throws IOException {
        try {
            if (fileSystem.listStatus(directory).length == 0) {
                fileSystem.delete(directory, false);
            }
        } catch (FileNotFoundException e) {
            return; // it is gone already
        }
    }

    /** Gives the lock back. Files stay. */
    @Override
    public void close() throws IOException {
        if (ownership != null) {
            ownership.close();
        }
        if (lock != null) {
            lock.close();
        }
    }
}
