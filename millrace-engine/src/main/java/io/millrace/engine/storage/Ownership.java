// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.engine.storage.OwnerName.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process's claim to a job directory, where no lock can tell whether another one lives: who
 * comes later owns it, and the one before finds out before it can do harm.
 *
 * <p>{@code docs/decisions/0019-fencing.md} has the whole argument. In short: an owner is a file.
 * Who comes makes its own, removes those of all others, and <em>then</em> looks which checkpoints
 * are there. Who is there makes a manifest visible, and <em>then</em> looks whether its own file is
 * still there ({@link #check()}); if not, the checkpoint is not complete. So of the two at least
 * one sees what the other did. Ids are never shared between owners, so no late act of one touches
 * what the other makes.
 *
 * <p>Thread safe.
 */
final class Ownership implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Ownership.class);

    /** How many ids are reserved at once. */
    static final long BLOCK = 1000;

    private static final int TRIES = 100;

    private final FileSystem fileSystem;
    private final Path jobDirectory;
    private final OwnerName name;

    /** Ids for which the publishing of a manifest was begun; it may be visible. */
    private final Set<Long> attempted = ConcurrentHashMap.newKeySet();

    private volatile FencedException fenced;

    private boolean closed;
    private long firstId = 1;
    private long reserved;
    private long used;

    /** No newcomer begins from one that is older than this one. */
    private long certain;

    private Ownership(FileSystem fileSystem, Path jobDirectory, OwnerName name) {
        this.fileSystem = fileSystem;
        this.jobDirectory = jobDirectory;
        this.name = name;
    }

    // ---- taking over
    // ---------------------------------------------------------------------------------------

    /**
     * Takes a job directory where a lock does not keep everybody else out, or where others have
     * relied on ownership before; null elsewhere.
     */
    static Ownership takeIfNeeded(FileSystem fileSystem, Path jobDirectory, String job)
            throws IOException {
        if (JobLock.excludes(fileSystem, jobDirectory)
                && JobFiles.in(fileSystem, jobDirectory).ofOwners().isEmpty()) {
            return null;
        }
        if (!WholeFile.isOfferedBy(fileSystem)) {
            LOG.warn(
                    "The file system of {} ({}) does not say that files appear in it whole and that"
                            + " it is asked anew whether one exists (io.millrace.spi.WholeFiles)."
                            + " If it should be otherwise, a process that was replaced may complete"
                            + " a checkpoint",
                    CheckpointPaths.told(jobDirectory),
                    fileSystem.getClass().getName());
        }
        return take(fileSystem, jobDirectory, job);
    }

    /**
     * Takes a job directory, which must exist, for the job of this name, from whoever has it.
     *
     * @throws IOException if the earlier owners can't be removed for certain, or another one takes
     *     it meanwhile
     */
    static Ownership take(FileSystem fileSystem, Path jobDirectory, String job) throws IOException {
        OwnerName name = present(fileSystem, jobDirectory, job);
        Ownership taken = new Ownership(fileSystem, jobDirectory, name);
        try {
            taken.removeEarlier();
            taken.begin();
        } catch (IOException e) {
            taken.explain(e);
            throw e;
        }
        return taken;
    }

    /**
     * Makes an owner's file whose number is above all others at a moment after it was made. So no
     * two that go on from here have the same number: of those files the one that was made later
     * finds the other, or what that one has left.
     */
    private static OwnerName present(FileSystem fileSystem, Path jobDirectory, String job)
            throws IOException {
        byte[] self = JobLock.self(job).encode();
        for (int tries = 0; tries < TRIES; tries++) {
            // Those who have met once are not to meet for ever.
            long apart = tries == 0 ? 0 : ThreadLocalRandom.current().nextInt(tries + 1);
            OwnerName name =
                    OwnerName.after(JobFiles.in(fileSystem, jobDirectory).highestNumber() + apart);
            Path file = CheckpointPaths.ownerFileIn(jobDirectory, name.file(Kind.PRESENT));
            WholeFile.create(fileSystem, file, self);
            JobFiles files = JobFiles.in(fileSystem, jobDirectory);
            if (files.owners(Kind.PRESENT).contains(name) && files.isAboveAllOthers(name)) {
                return name;
            }
            WholeFile.remove(fileSystem, file); // somebody came at the same time, or meanwhile
        }
        throw new IOException(
                "other processes take the job directory "
                        + CheckpointPaths.told(jobDirectory)
                        + " at the same time, again and again");
    }

    private void removeEarlier() throws IOException {
        JobFiles files = JobFiles.in(fileSystem, jobDirectory);
        NavigableSet<OwnerName> earlier = files.owners(Kind.PRESENT).headSet(name, false);
        for (OwnerName owner : earlier) {
            if (owner.equals(earlier.last()) && !files.owners(Kind.ENDED).contains(owner)) {
                LOG.warn(
                        "The job directory {} is taken over from {}, which has not said that it"
                                + " ended. If it still runs it can complete no checkpoint and commit"
                                + " nothing from now on, and will fail",
                        CheckpointPaths.told(jobDirectory),
                        told(owner));
            }
            WholeFile.remove(fileSystem, file(owner.file(Kind.PRESENT)));
        }
        Directories.sync(fileSystem, jobDirectory);
    }

    /** Looks what counts, and writes it down before anything else is done. */
    private synchronized void begin() throws IOException {
        CountedCheckpoints found = CountedCheckpoints.in(fileSystem, jobDirectory, true);
        JobFiles files = found.files();
        List<Long> counted = found.ids();
        long newest = counted.isEmpty() ? 0 : counted.get(0);
        long bound = Math.max(newest, highestSeen(files));
        List<OwnerRecord.Ids> discounted = new ArrayList<>(found.record().discounted());
        Optional<OwnerName> before = found.recorder();
        boolean ended = before.isPresent() && files.owners(Kind.ENDED).contains(before.get());
        for (long id : found.marked()) {
            discounted.add(new OwnerRecord.Ids(id, id)); // only the newest owner's marks are heeded
        }
        if (ended) {
            bound = Math.max(bound, files.highestId(Kind.ENDED));
        } else if (before.isPresent()) {
            bound = Math.max(bound, found.record().lastId());
            bound = Math.max(bound, files.highestId(Kind.IDS));
            discounted.add(new OwnerRecord.Ids(newest + 1, bound));
        }
        firstId = bound + 1;
        reserved = bound + BLOCK;
        used = bound;
        certain = newest;
        WholeFile.create(
                fileSystem,
                file(name.file(Kind.RECORD)),
                new OwnerRecord(discounted, firstId, reserved).encode());
        check();
        for (OwnerName.File file : files.ofOwners()) {
            if (file.owner().compareTo(name) < 0) {
                removeQuietly(file.name());
            }
        }
    }

    private long highestSeen(JobFiles files) throws IOException {
        long highest = files.checkpoints().isEmpty() ? 0 : files.checkpoints().last();
        FileStatus[] shared;
        try {
            shared = fileSystem.listStatus(CheckpointPaths.sharedIn(jobDirectory));
        } catch (FileNotFoundException e) {
            return highest;
        }
        for (FileStatus file : shared) {
            OptionalLong id = CheckpointPaths.sharedBy(file.getPath().getName());
            highest = Math.max(highest, id.orElse(0));
        }
        return highest;
    }

    // ---- while it lasts
    // ------------------------------------------------------------------------------------

    /**
     * Asks the store whether this process still owns the directory.
     *
     * @throws FencedException if it does not
     * @throws IOException if the store does not answer: then nobody knows
     */
    void check() throws IOException {
        if (fenced != null) {
            throw fenced;
        }
        if (!WholeFile.exists(fileSystem, file(name.file(Kind.PRESENT)))) {
            fenced = new FencedException(overtaken());
            throw fenced;
        }
    }

    /**
     * Something failed: is it that another has come meanwhile?
     *
     * @throws FencedException if so
     */
    void explain(IOException failure) throws FencedException {
        try {
            check();
        } catch (FencedException reason) {
            if (reason != failure) {
                reason.addSuppressed(failure);
            }
            throw reason;
        } catch (IOException more) {
            failure.addSuppressed(more);
        }
    }

    /** Whether it was found that another owns it by now. */
    boolean isFenced() {
        return fenced != null;
    }

    private String overtaken() {
        String by = "another process";
        try {
            NavigableSet<OwnerName> all =
                    JobFiles.in(fileSystem, jobDirectory).owners(Kind.PRESENT);
            by = all.isEmpty() ? "nobody who has left a name" : told(all.last());
        } catch (IOException e) {
            LOG.debug("Who has taken {} over can't be told", jobDirectory, e);
        }
        return "The job directory "
                + CheckpointPaths.told(jobDirectory)
                + " was taken over by "
                + by
                + ". This process ("
                + JobLock.self("")
                + ") can complete no checkpoint and commit nothing any more, and has removed nothing since. If the"
                + " other one is meant to run the job, nothing is to be done. If not, end it and start the job"
                + " again with 'latest'. Two jobs need two checkpoint directories (execution.checkpointing.dir).";
    }

    private String told(OwnerName owner) {
        try {
            return Owner.of(fileSystem, jobDirectory, owner).toString();
        } catch (IOException e) {
            LOG.debug("{} can't be read", owner, e);
            return "another process (" + owner + ")"; // gone in this moment, perhaps
        }
    }

    /** No other owner of this directory has the same, and each that comes later a higher one. */
    long number() {
        return name.number();
    }

    /** The first id that no other owner has used or will use. */
    synchronized long firstId() {
        return firstId;
    }

    /**
     * Something is about to be written for a checkpoint; reserves more ids if need be.
     *
     * @throws FencedException if it has been found that another owns the directory
     */
    synchronized void use(long id) throws IOException {
        if (closed) {
            throw new IOException(
                    "The checkpoint storage at "
                            + CheckpointPaths.told(jobDirectory)
                            + " is closed; nothing is written for checkpoint "
                            + id
                            + ".");
        }
        if (fenced != null) {
            throw fenced;
        }
        if (id > reserved) {
            long more = id + BLOCK - 1;
            Path file = file(name.file(Kind.IDS, more));
            WholeFile.create(fileSystem, file, JobLock.self("").encode());
            check();
            reserved = more;
        }
        used = Math.max(used, id);
    }

    /** A manifest is about to become visible. */
    void publishing(long id) {
        attempted.add(id);
    }

    /**
     * The manifest is visible: is the checkpoint complete?
     *
     * @throws FencedException if it is not, and never will be
     */
    void published(long id) throws IOException {
        check();
        attempted.remove(id);
        synchronized (this) {
            certain = Math.max(certain, id);
        }
    }

    /** Whether an id is one that was written for here or before. */
    synchronized boolean isKnown(long id) {
        return id <= reserved;
    }

    /**
     * Removes a checkpoint, its manifest first. Does nothing once another owns the directory.
     *
     * @throws FencedException if that is found now
     */
    void remove(long id) throws IOException {
        if (isFenced() || !isKnown(id)) {
            return;
        }
        boolean failed = attempted.contains(id);
        Path checkpoint = checkpoint(id);
        if (!fileSystem.exists(checkpoint)) {
            return;
        }
        if (!failed) {
            markIfNeeded(id);
            Directories.removeCheckpoint(fileSystem, checkpoint);
            return;
        }
        markAgainstLateOnes(id);
        Directories.removeManifest(fileSystem, checkpoint);
        for (FileStatus child : fileSystem.listStatus(checkpoint)) {
            Path file = new Path(checkpoint, child.getPath().getName());
            if (!CheckpointPaths.isVoidMark(file)) {
                fileSystem.delete(file, false);
            }
        }
        Directories.sync(fileSystem, checkpoint);
    }

    /**
     * Removes a manifest. Idempotent.
     *
     * @throws FencedException if another owns the directory
     */
    void removeManifest(long id) throws IOException {
        check();
        if (fileSystem.exists(checkpoint(id))) {
            markIfNeeded(id);
            Directories.removeManifest(fileSystem, checkpoint(id));
        }
    }

    /**
     * Writing the manifest failed; it may be there, and it may even still be on its way to the
     * store. So the mark stays.
     */
    private void markAgainstLateOnes(long id) throws IOException {
        try {
            mark(checkpoint(id));
        } catch (FencedException e) {
            throw e;
        } catch (IOException e) {
            if (WholeFile.exists(fileSystem, CheckpointPaths.manifestIn(checkpoint(id)))) {
                throw e;
            }
            LOG.debug("Checkpoint {} was not marked, but it has no manifest", id, e);
        }
    }

    private void markIfNeeded(long id) throws IOException {
        if (mightBeChosen(id)) {
            mark(checkpoint(id));
        }
    }

    /** A newcomer sees this, or this process sees the newcomer. */
    private void mark(Path checkpoint) throws IOException {
        Path mark = CheckpointPaths.voidMarkIn(checkpoint, name);
        if (!fileSystem.exists(mark)) {
            WholeFile.create(fileSystem, mark, new byte[0]);
        }
        check();
    }

    private Path checkpoint(long id) {
        return new Path(jobDirectory, CheckpointPaths.nameOf(id));
    }

    private boolean mightBeChosen(long id) throws IOException {
        synchronized (this) {
            if (id < certain) {
                return false;
            }
        }
        return WholeFile.exists(fileSystem, CheckpointPaths.manifestIn(checkpoint(id)));
    }

    /** Signs off, so that whoever comes next need not wonder. */
    @Override
    public void close() {
        long last;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            last = used;
        }
        if (isFenced()) {
            return;
        }
        try {
            check();
            WholeFile.create(
                    fileSystem, file(name.file(Kind.ENDED, last)), JobLock.self("").encode());
        } catch (IOException e) {
            LOG.warn(
                    "This process could not sign off from {}; who continues the job will say that it"
                            + " takes it over. What failed: {}",
                    CheckpointPaths.told(jobDirectory),
                    e.toString());
        }
    }

    private Path file(String called) {
        return CheckpointPaths.ownerFileIn(jobDirectory, called);
    }

    private void removeQuietly(String called) {
        try {
            fileSystem.delete(file(called), false);
        } catch (IOException e) {
            LOG.debug("{} was not removed; the next start of the job does it", called, e);
        }
    }
}
