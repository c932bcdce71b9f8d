// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.spi.JobOwner;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Bytes that survive, for one job: the places of its checkpoints. Two kinds exist, the
 * coordinator's memory and a file system. Thread safe: I/O threads of all tasks write at once.
 *
 * <p>The order that makes a checkpoint real: every {@link StateOutput#seal()}, then {@link
 * #publish(long, byte[])}, which is one atomic act. A checkpoint directory without manifest is
 * debris.
 */
public interface CheckpointStorage extends AutoCloseable {

    /** Whether another process can read what is published here. */
    boolean isDurable();

    /** Where checkpoints go, for people; for memory storage a sentence. */
    String describe();

    /**
     * Checks that the place can be used and takes it for this process (lock); called once before
     * any task runs.
     *
     * @param jobName of the job it is taken for, to be told to others who want it
     * @throws IOException saying what and where, for example a parent that is a regular file
     */
    void open(String jobName) throws IOException;

    /**
     * Asks whether this process still owns the place: on stores without locks another may have
     * taken it over.
     *
     * @throws FencedException if it does not, and never will again
     * @throws IOException if that can't be told now
     */
    default void requireOwner() throws IOException {}

    /**
     * Which of the processes that have had this place, one after the other, this one is. Asks
     * nobody.
     *
     * @param restored the checkpoint that the job goes on from
     */
    default JobOwner owner(Optional<String> restored) {
        return JobOwner.UNKNOWN;
    }

    /** The smallest id that may be used for a new checkpoint, as far as others are concerned. */
    default long firstId() {
        return 1;
    }

    /**
     * Begins one piece of state of a checkpoint. {@code name} is unique in the checkpoint and made
     * of letters, digits, dots and dashes.
     */
    StateOutput create(long checkpointId, String name) throws IOException;

    /**
     * Begins a file that other checkpoints may refer to as well; where checkpoint {@code
     * checkpointId} is a savepoint it lies with all the rest of it. It always becomes a file, or
     * whatever is as good to this storage, however small.
     *
     * @param name as in {@link #create}; the storage makes of it and the id a name that is never
     *     used again
     */
    StateOutput createShared(long checkpointId, String name) throws IOException;

    /**
     * Takes a local file over as it is, as one that other checkpoints may refer to: by a second
     * name where the file system allows, else by copying. What it yields is certain to be found
     * after the machine has failed.
     */
    StoredState takeShared(long checkpointId, String name, java.nio.file.Path file)
            throws IOException;

    /**
     * Where a piece of state lies on a local disk; empty where it does not, or is sealed.
     *
     * @param checkpoint as in {@link #read}
     */
    Optional<java.nio.file.Path> local(StoredState state, String checkpoint) throws IOException;

    /**
     * The name under which a shared file is known whichever checkpoint refers to it; null for what
     * is no shared file of this job's directory.
     *
     * @param checkpoint as in {@link #read}
     */
    String sharedName(StoredState state, String checkpoint) throws IOException;

    /**
     * The place of a file, as a URI; null for what is none. {@code checkpoint} as in {@link #read}.
     */
    default String fileName(StoredState state, String checkpoint) throws IOException {
        io.millrace.core.fs.Path file = CheckpointFiles.file(state, checkpoint);
        return file == null ? null : CheckpointPaths.pointer(file);
    }

    /**
     * A file of a checkpoint that lies elsewhere, spelled so that checkpoints of this job can refer
     * to it. {@code checkpoint} as in {@link #read}.
     */
    default StoredState respelled(StoredState state, String checkpoint) throws IOException {
        return CheckpointFiles.absolute(state, checkpoint);
    }

    /**
     * Whether a checkpoint lies in this job's directory; {@code pointer} as in {@link #manifest}.
     */
    boolean isOwn(String pointer) throws IOException;

    /**
     * Makes a checkpoint that lies elsewhere the job's own. It is given back when this storage is
     * closed.
     *
     * @throws java.io.FileNotFoundException if nothing is there
     * @throws IOException if it can't be claimed, since a live process uses it
     */
    ClaimedCheckpoint claim(String pointer) throws IOException;

    /** Names of the shared files there are, with the checkpoints for which they were written. */
    Map<String, Long> sharedFiles() throws IOException;

    /** Removes a shared file. Idempotent. */
    void discardShared(String sharedName) throws IOException;

    /**
     * Checkpoint {@code checkpointId}, which has not begun yet, is a savepoint: it goes to a new
     * directory under {@code target}, in whatever file system that is.
     *
     * @return the directory it will have
     * @throws IOException saying what is wrong with the target
     */
    String beginSavepoint(long checkpointId, String target) throws IOException;

    /**
     * Makes the directory under which savepoints are to go, if it is not there.
     *
     * @throws IOException saying what is wrong with it
     */
    default void checkTarget(String target) throws IOException {
        SavepointDirectory.make(target);
    }

    /**
     * A savepoint that is published is the user's from now on: {@link #discard} leaves it alone.
     */
    void handOver(long checkpointId);

    /**
     * Makes a manifest visible among the job's checkpoints, as {@link #publish} does, though the
     * checkpoint is a savepoint.
     */
    String publishReference(long checkpointId, byte[] manifest) throws IOException;

    /**
     * Opens a piece of state of the checkpoint that lies at {@code checkpoint} and verifies it
     * while it is read.
     */
    InputStream read(StoredState state, String checkpoint) throws IOException;

    /**
     * Makes the checkpoint visible, and certain to be found: its manifest appears whole.
     *
     * @return the checkpoint's external pointer (its directory), to be given to {@code -s}; for
     *     memory storage an opaque name
     * @throws FencedException if another process has taken the place over: the checkpoint does not
     *     count, though its manifest may be visible
     */
    String publish(long checkpointId, byte[] manifest) throws IOException;

    /**
     * The manifest of a published checkpoint, verified. {@code pointer}: its directory or the file
     * itself.
     */
    byte[] manifest(String pointer) throws IOException;

    /**
     * Makes certain that a checkpoint which is visible stays so when power is lost: the process
     * that published it may have died between the two. To be called before anything is done that
     * relies on it.
     */
    void force(String pointer) throws IOException;

    /**
     * Removes all of a checkpoint, published or not: the manifest first. Idempotent. Of several the
     * older ones are to be removed first. Once another process has taken the place over this does
     * nothing.
     */
    void discard(long checkpointId) throws IOException;

    /**
     * Checkpoints that were discarded, and for which something was written all the same that its
     * writer could not remove: they are to be discarded once more. Each is told once.
     */
    default Set<Long> leftBehind() {
        return Set.of();
    }

    /** Pointers of the published checkpoints of this job, newest (largest id) first. */
    List<String> published() throws IOException;

    /**
     * Removes what aborted or crashed attempts left behind: directories of checkpoints without
     * manifest, and those that earlier owners completed and that do not count. Nothing where the
     * storage is not open.
     */
    void sweep() throws IOException;

    /** Gives the lock back. Files stay. */
    @Override
    void close() throws IOException;
}
