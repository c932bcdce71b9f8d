// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.ClaimedCheckpoint;
import io.millrace.engine.storage.DamagedFileException;
import io.millrace.engine.storage.StoredSnapshots;
import io.millrace.engine.storage.StoredState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The completed checkpoints of one job: makes new ones real, gives the newest good one back,
 * removes the old.
 *
 * <p>Everything that reads or writes runs on I/O threads, of which there are several: a slow
 * removal hinders neither the next checkpoint nor the end of the job. What is decided is decided
 * under one lock, and never while a file is touched. {@link #latest()} and {@link #retained()}
 * touch none and may be asked from any thread.
 *
 * <p>A damaged checkpoint is never passed over in silence and never removed: recovery falls back to
 * the newest older one that is intact and says so at WARN; where there is none, it fails and names
 * each file.
 */
public final class CheckpointStore {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointStore.class);

    /** How many ids are remembered at most while nothing can be removed. */
    private static final int MOST_LEFTOVERS = 1000;

    /** After so many removals that have failed no more are tried for now: the store is away. */
    private static final int MOST_FAILURES = 3;

    private final CheckpointStorage storage;

    /** What stays when the job has ended. */
    private final List<CompletedCheckpoint> left = new ArrayList<>();

    private final SharedFiles shared;
    private final int maxRetained;

    /** Oldest first. Guarded by itself. */
    private final List<Entry> entries = new ArrayList<>();

    /**
     * Ids whose manifest could not be published for certain, and may be visible all the same.
     * Guarded by itself, their removal too.
     */
    private final TreeSet<Long> doubtful = new TreeSet<>();

    /** Ids whose removal is due, nobody being at it. Guarded by {@code entries}. */
    private final TreeSet<Long> leftovers = new TreeSet<>();

    /**
     * What stays, once the job has ended; null before. The end does not wait for a removal that is
     * under way on another thread: should that fail after it, it is tried again there. Guarded by
     * {@code entries}.
     */
    private List<String> keptAtEnd;

    /** Set once all there were have been found damaged: from then on nothing can be restored. */
    private volatile NoIntactCheckpoint lost;

    /** Whether this run of the job has completed one. Guarded by the entries. */
    private boolean anyOfThisRun;

    /** What was claimed and may be there still: one pointer a line. */
    private static final String CLAIMED = "claimed";

    /** In a manifest that only refers to the files of a savepoint: where that lies. */
    private static final String SAVEPOINT = "savepoint";

    /** Claims of this job, whether they are kept or not. Guarded by the entries. */
    private final List<ClaimedCheckpoint> claims = new ArrayList<>();

    /** Those of them that are no longer kept. Guarded by the entries. */
    private final List<ClaimedCheckpoint> claimedLeftovers = new ArrayList<>();

    /** Whose a checkpoint is. */
    private enum Owner {
        /** It was written by this job and is removed by it. */
        JOB,
        /** The job was begun from it and has made it its own. */
        CLAIM,
        /** The user's: the job was only begun from it. */
        USER
    }

    /**
     * @param claim null unless it lies elsewhere and was claimed
     */
    private record Entry(CompletedCheckpoint checkpoint, Owner owner, ClaimedCheckpoint claim) {
        /** Whether it may stand in for others that are removed. */
        boolean isCheckpoint() {
            return owner == Owner.JOB || owner == Owner.CLAIM || !checkpoint.manifest().savepoint();
        }
    }

    /** How a job stands to the checkpoint that it begins from (CK-81). */
    public enum Claim {
        /** It is left alone, and soon nothing depends on it. */
        NONE,
        /** It becomes the job's own. */
        CLAIM,
        /** It is left alone, but checkpoints may go on to depend on it. */
        LEGACY
    }

    /** Of the checkpoint that the job was begun from, which is not the job's own. */
    private Claim claimOfFirst = Claim.NONE;

    /**
     * A store over an opened storage.
     *
     * @param maxRetained how many completed checkpoints are kept ({@code
     *     execution.checkpointing.num-retained}); less than 1 is warned of and means 1
     */
    public CheckpointStore(CheckpointStorage storage, int maxRetained) {
        this.storage = storage;
        this.shared = new SharedFiles(storage);
        if (maxRetained < 1) {
            LOG.warn(
                    "The number of retained checkpoints (execution.checkpointing.num-retained) is {}, but at least one"
                            + " is needed to recover from; 1 is used.",
                    maxRetained);
        }
        this.maxRetained = Math.max(1, maxRetained);
    }

    // ---- completing
    // ----------------------------------------------------------------------------------------

    /**
     * Makes a checkpoint real: after this it is visible and may be notified. {@link #evict} is to
     * follow.
     *
     * @throws IOException if it could not be published; it may then be given up by {@link #giveUp}
     */
    public CompletedCheckpoint publish(CheckpointManifest manifest) throws IOException {
        CheckpointManifest claiming = withClaims(manifest);
        byte[] sealed = claiming.encode();
        String pointer;
        try {
            pointer = storage.publish(manifest.checkpointId(), sealed);
        } catch (Throwable t) {
            synchronized (doubtful) {
                doubtful.add(manifest.checkpointId());
            }
            throw t;
        }
        CompletedCheckpoint completed = CompletedCheckpoint.of(pointer, claiming, sealed);
        synchronized (entries) {
            entries.add(new Entry(completed, Owner.JOB, null));
            anyOfThisRun = true;
        }
        shared.completed(completed);
        return completed;
    }

    /**
     * Makes a savepoint real.
     *
     * <p>One with which the job stops is the last checkpoint of the job as well, and things are
     * committed with it. So it must be found by whoever continues the job, though it lies elsewhere
     * and is the user's: a manifest in the job's directory, under the same number, refers to its
     * files. A crash before that leaves a savepoint nobody was told of, and nothing committed; if
     * it fails without one, the savepoint is taken back.
     *
     * @param stops whether the job ends with it
     * @return where the savepoint lies
     */
    public CompletedCheckpoint publishSavepoint(CheckpointManifest manifest, boolean stops)
            throws IOException {
        long id = manifest.checkpointId();
        byte[] sealed = manifest.encode();
        CompletedCheckpoint savepoint;
        try {
            String pointer = storage.publish(id, sealed);
            savepoint = CompletedCheckpoint.of(pointer, manifest, sealed);
            if (stops) {
                CheckpointManifest reference =
                        withClaims(
                                Respelled.reference(storage, savepoint)
                                        .withProperty(SAVEPOINT, pointer));
                byte[] sealedReference = reference.encode();
                CompletedCheckpoint last =
                        CompletedCheckpoint.of(
                                storage.publishReference(id, sealedReference),
                                reference,
                                sealedReference);
                synchronized (entries) {
                    entries.add(new Entry(last, Owner.JOB, null));
                    anyOfThisRun = true;
                }
            }
        } catch (Throwable t) {
            synchronized (doubtful) {
                doubtful.add(id);
            }
            throw t;
        }
        storage.handOver(id);
        return savepoint;
    }

    private CheckpointManifest withClaims(CheckpointManifest manifest) {
        synchronized (entries) {
            if (claims.isEmpty()) {
                return manifest;
            }
            List<String> pointers = claims.stream().map(ClaimedCheckpoint::pointer).toList();
            return manifest.withProperty(CLAIMED, String.join("\n", pointers));
        }
    }

    /**
     * Removes those beyond the number to be retained, after {@link #publish}. A removal that fails
     * is warned of and tried again later.
     */
    public void evict() {
        shared.beforeAnyIsDropped(this::kept);
        synchronized (entries) {
            dropThoseTooMany();
        }
        if (removeLeftovers() > 0) {
            tryAgainIfEnded();
        }
    }

    private void tryAgainIfEnded() {
        List<String> kept;
        synchronized (entries) {
            kept = keptAtEnd;
        }
        if (kept != null) {
            removeAtLast(kept);
        }
    }

    private void dropThoseTooMany() {
        while (entries.size() > maxRetained) {
            int victim = oldestThatMayGo();
            if (victim < 0) {
                break;
            }
            drop(entries.remove(victim));
        }
    }

    /** It is kept no longer, and removed if it is the job's. */
    private void drop(Entry entry) {
        if (entry.claim() != null) {
            claimedLeftovers.add(entry.claim());
        } else if (entry.owner() != Owner.USER) {
            leftovers.add(entry.checkpoint().id());
        }
    }

    /** The newest checkpoint that is no savepoint stays, however many savepoints came after it. */
    private int oldestThatMayGo() {
        int newest = -1;
        for (int i = entries.size() - 1; i >= 0 && newest < 0; i--) {
            if (entries.get(i).isCheckpoint()) {
                newest = i;
            }
        }
        for (int i = 0; i < entries.size() - 1; i++) {
            if (i != newest) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Removes what was written for a checkpoint that will not complete. Where that fails, as it
     * does while a store is away, it is warned of and tried again later.
     *
     * @throws IllegalStateException if that checkpoint is complete
     */
    public void giveUp(long checkpointId) {
        synchronized (entries) {
            for (Entry entry : entries) {
                if (entry.owner() == Owner.JOB && entry.checkpoint().id() == checkpointId) {
                    throw new IllegalStateException(
                            "Checkpoint " + checkpointId + " is complete and cannot be given up.");
                }
            }
        }
        try {
            synchronized (doubtful) {
                storage.discard(checkpointId);
                doubtful.remove(checkpointId);
            }
        } catch (IOException e) {
            synchronized (entries) {
                leftovers.add(checkpointId);
                if (leftovers.size() > MOST_LEFTOVERS) {
                    leftovers.pollFirst(); // the next start of the job finds it
                }
            }
            warnOfLeftover(
                    "What was written for checkpoint "
                            + checkpointId
                            + " in "
                            + storage.describe()
                            + ", which was given up,",
                    e);
            tryAgainIfEnded();
        }
        shared.givenUp();
    }

    /**
     * @return how much of it failed
     */
    private int removeLeftovers() {
        List<Long> mine;
        List<ClaimedCheckpoint> claimed;
        synchronized (entries) {
            leftovers.addAll(storage.leftBehind());
            mine = List.copyOf(leftovers);
            leftovers.clear();
            claimed = List.copyOf(claimedLeftovers);
            claimedLeftovers.clear();
        }
        int failed = 0;
        for (ClaimedCheckpoint claim : claimed) {
            try {
                claim.discardManifest(); // its files go with those that are not needed any more
            } catch (IOException e) {
                synchronized (entries) {
                    claimedLeftovers.add(claim);
                }
                failed++;
                warnOfLeftover("The claimed checkpoint " + claim.pointer(), e);
            }
        }
        int failures = 0;
        for (long id : mine) {
            try {
                if (failures < MOST_FAILURES) {
                    storage.discard(id);
                    continue;
                }
            } catch (IOException e) {
                failures++;
                warnOfLeftover("Checkpoint " + id + " in " + storage.describe(), e);
            }
            failed++;
            synchronized (entries) {
                leftovers.add(id);
            }
        }
        if (failed == 0 && !shared.removeUnused(this::kept)) {
            failed++;
        }
        return failed;
    }

    private static void warnOfLeftover(String which, IOException e) {
        LOG.warn(
                "{} is no longer needed but could not be removed; it is tried again after the next"
                        + " checkpoint, and when the job ends. Recovery does not depend on it. What failed: {}",
                which,
                e.toString());
        LOG.debug("Where the removal failed:", e);
    }

    /** Those that are kept, whoever owns them. */
    private List<CompletedCheckpoint> kept() {
        synchronized (entries) {
            List<CompletedCheckpoint> kept = new ArrayList<>(left);
            entries.forEach(entry -> kept.add(entry.checkpoint()));
            return kept;
        }
    }

    // ---- giving back
    // ---------------------------------------------------------------------------------------

    /** The newest completed checkpoint that is known, unverified. Any thread. */
    public Optional<CompletedCheckpoint> latest() {
        synchronized (entries) {
            return entries.isEmpty()
                    ? Optional.empty()
                    : Optional.of(entries.get(entries.size() - 1).checkpoint());
        }
    }

    /** All that are kept, newest first. Any thread. */
    public List<CompletedCheckpoint> retained() {
        List<CompletedCheckpoint> newestFirst = new ArrayList<>();
        synchronized (entries) {
            for (int i = entries.size() - 1; i >= 0; i--) {
                newestFirst.add(entries.get(i).checkpoint());
            }
        }
        return newestFirst;
    }

    /**
     * Takes over what an earlier process left in this job's directory, for {@code latest}, and
     * gives the newest intact one back; empty when nothing was left.
     *
     * @throws IOException if checkpoints are there but none is intact, or they cannot be read
     */
    public Optional<CompletedCheckpoint> recover() throws IOException {
        List<IOException> broken = new ArrayList<>();
        List<CompletedCheckpoint> intact = new ArrayList<>();
        List<String> pointers = storage.published();
        for (String pointer : pointers) {
            try {
                intact.add(load(pointer));
            } catch (DamagedFileException | FileNotFoundException e) {
                broken.add(e);
            }
        }
        synchronized (entries) {
            entries.clear();
            for (int i = intact.size() - 1; i >= 0; i--) {
                entries.add(new Entry(intact.get(i), Owner.JOB, null));
            }
        }
        for (CompletedCheckpoint checkpoint : intact) {
            takeUpClaims(checkpoint, broken);
        }
        Optional<CompletedCheckpoint> found = newestIntact(broken);
        if (found.isPresent()) {
            // Whoever published it may have been killed before that was certain.
            storage.force(found.get().pointer());
        }
        // Asked last: else it might be one of somebody who has come after, and not complete yet.
        storage.requireOwner();
        return found;
    }

    /** What an earlier process has claimed is claimed on. */
    private void takeUpClaims(CompletedCheckpoint checkpoint, List<IOException> broken)
            throws IOException {
        String pointers = checkpoint.manifest().properties().get(CLAIMED);
        for (String pointer : pointers == null ? new String[0] : pointers.split("\n", -1)) {
            if (claims.stream().anyMatch(claim -> claim.pointer().equals(pointer))) {
                continue;
            }
            try {
                ClaimedCheckpoint claim = claim(pointer);
                if (claim.isPublished()) {
                    Entry entry =
                            new Entry(Respelled.in(storage, load(pointer)), Owner.CLAIM, claim);
                    synchronized (entries) {
                        entries.add(0, entry);
                    }
                }
            } catch (FileNotFoundException e) {
                LOG.debug("{}, which was claimed, is gone", pointer, e);
            } catch (DamagedFileException e) {
                broken.add(e);
            }
        }
    }

    private ClaimedCheckpoint claim(String pointer) throws IOException {
        ClaimedCheckpoint claim = storage.claim(pointer);
        shared.claimed(claim);
        synchronized (entries) {
            claims.add(claim);
        }
        return claim;
    }

    /**
     * Begins the job from a checkpoint the user named. It is verified, and never removed by this
     * store.
     *
     * @param pointer a checkpoint's directory or its manifest
     * @throws IOException if there is none, or it is damaged: the user named this one, so there is
     *     no falling back
     */
    public CompletedCheckpoint beginFrom(String pointer) throws IOException {
        return beginFrom(pointer, Claim.NONE);
    }

    /**
     * The same.
     *
     * @param claim whose it is from now on
     */
    public CompletedCheckpoint beginFrom(String pointer, Claim claim) throws IOException {
        Optional<String> discounted = StoredSnapshots.discounted(pointer);
        if (discounted.isPresent()) {
            throw new IOException(
                    "The job can't begin from "
                            + pointer
                            + ": "
                            + discounted.get()
                            + ". What it was to commit may have been given up. Name another one, or"
                            + " give 'latest'.");
        }
        CompletedCheckpoint checkpoint = Respelled.in(storage, load(pointer));
        ClaimedCheckpoint claimed =
                claim == Claim.CLAIM && !storage.isOwn(pointer) ? claim(pointer) : null;
        verify(checkpoint);
        storage.force(pointer);
        Owner owner = claim == Claim.CLAIM ? Owner.CLAIM : Owner.USER;
        if (owner == Owner.USER) {
            shared.leaveAlone(checkpoint);
        }
        synchronized (entries) {
            entries.add(new Entry(checkpoint, owner, claimed));
            claimOfFirst = claim;
        }
        return checkpoint;
    }

    /** Whether nothing may refer to what a job gets from this one: the user may take it away. */
    public boolean isOnLoan(CompletedCheckpoint checkpoint) {
        synchronized (entries) {
            for (Entry entry : entries) {
                if (entry.checkpoint().equals(checkpoint)) {
                    return checkpoint.manifest().properties().containsKey(SAVEPOINT)
                            || entry.owner() == Owner.USER && claimOfFirst == Claim.NONE;
                }
            }
        }
        return false;
    }

    /**
     * The checkpoint a failed job goes back to: the newest that is intact. Empty when the job has
     * none yet. Asks before and after whether the job is still this process's. Removes then what
     * may have become visible of checkpoints that count as failed: the job must not go back behind
     * one of them, and a later process find that one.
     *
     * @throws IOException if there are some but none is intact, or they cannot be read; or if a
     *     failed one can't be removed
     */
    public Optional<CompletedCheckpoint> restorable() throws IOException {
        if (lost != null) {
            throw lost; // those that are damaged are no entries any more; it is not as if none were
        }
        storage.requireOwner();
        removeDoubtful();
        Optional<CompletedCheckpoint> found = newestIntact(new ArrayList<>());
        // All of its state was read meanwhile: time enough for somebody to come.
        storage.requireOwner();
        return found;
    }

    private void removeDoubtful() throws IOException {
        IOException failed = null;
        synchronized (doubtful) {
            for (long id : List.copyOf(doubtful)) {
                try {
                    storage.discard(id);
                    doubtful.remove(id);
                } catch (IOException e) {
                    if (failed == null) {
                        failed = e;
                    } else {
                        failed.addSuppressed(e);
                    }
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** {@code broken}: what was found damaged already, newer than all entries or between them. */
    private Optional<CompletedCheckpoint> newestIntact(List<IOException> broken)
            throws IOException {
        for (CompletedCheckpoint candidate : retained()) {
            try {
                verify(candidate);
            } catch (DamagedFileException | FileNotFoundException e) {
                broken.add(e);
                synchronized (entries) {
                    entries.removeIf(entry -> entry.checkpoint().equals(candidate));
                }
                continue;
            }
            for (IOException e : broken) {
                LOG.warn(
                        "The job goes back to checkpoint {} at {}, because a newer one is damaged; that one is left"
                                + " where it is. Output that was committed after checkpoint {} may appear a second"
                                + " time. What is damaged: {}",
                        candidate.id(),
                        candidate.pointer(),
                        candidate.id(),
                        e.getMessage());
            }
            return Optional.of(candidate);
        }
        if (broken.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder message = new StringBuilder("No checkpoint in ");
        message.append(storage.describe()).append(" is intact:");
        for (IOException e : broken) {
            message.append("\n  ").append(e.getMessage());
        }
        message.append(
                "\nNothing was removed. Restore the files from a copy, or begin from another checkpoint (-s PATH) or"
                        + " without any.");
        NoIntactCheckpoint none = new NoIntactCheckpoint(message.toString());
        broken.forEach(none::addSuppressed);
        lost = none;
        throw none;
    }

    private CompletedCheckpoint load(String pointer) throws IOException {
        byte[] sealed = storage.manifest(pointer);
        CheckpointManifest manifest = CheckpointManifest.decode(sealed, pointer);
        manifest.requireIn(pointer);
        return CompletedCheckpoint.of(pointer, manifest, sealed);
    }

    /**
     * Reads every piece of state of a checkpoint once, so that damage is told before any task
     * starts.
     *
     * @throws DamagedFileException naming the first file that is damaged
     * @throws FileNotFoundException naming the first file that is missing
     */
    public void verify(CompletedCheckpoint checkpoint) throws IOException {
        byte[] buffer = new byte[64 * 1024];
        for (StoredState piece : checkpoint.manifest().pieces()) {
            read(piece, checkpoint, buffer);
        }
    }

    private void read(StoredState state, CompletedCheckpoint of, byte[] buffer) throws IOException {
        try (InputStream in = storage.read(state, of.pointer())) {
            int n;
            do {
                n = in.read(buffer);
            } while (n >= 0);
        }
    }

    /**
     * The first id that no earlier process can use any more, and that was used neither by a
     * checkpoint lying in this storage, damaged ones included, nor for a shared file, nor by the
     * checkpoint the job begins from.
     */
    public long nextCheckpointId() throws IOException {
        long highest = storage.firstId() - 1;
        for (String pointer : storage.published()) {
            highest = Math.max(highest, CheckpointPaths.checkpointIdOf(pointer).orElse(0));
        }
        for (CompletedCheckpoint checkpoint : retained()) {
            highest = Math.max(highest, checkpoint.id());
        }
        for (long writtenFor : storage.sharedFiles().values()) {
            highest = Math.max(highest, writtenFor);
        }
        return highest + 1;
    }

    // ---- the end
    // -------------------------------------------------------------------------------------------

    /**
     * Keeps or removes the completed checkpoints when the job has ended. What may have become
     * visible of checkpoints that count as failed goes in any case. A run that fails before it has
     * completed one removes none: what there is has been left by an earlier run, which was sound,
     * and it is probably the program that has become worse.
     *
     * @return pointers of the checkpoints of this job that are kept, newest first
     */
    public List<String> end(Retention retention, Retention.End end) {
        List<String> kept = new ArrayList<>();
        synchronized (entries) {
            dropThoseTooMany(); // the last one may have been published a moment ago
            boolean keeps = retention.keeps(end) || end == Retention.End.FAILED && !anyOfThisRun;
            for (int i = entries.size() - 1; i >= 0; i--) {
                Entry entry = entries.get(i);
                if (entry.owner() != Owner.USER && !keeps) {
                    drop(entry);
                } else {
                    left.add(entry.checkpoint());
                    if (entry.owner() != Owner.USER) {
                        kept.add(entry.checkpoint().pointer());
                    }
                }
            }
            entries.clear();
            keptAtEnd = kept;
        }
        removeAtLast(kept);
        return kept;
    }

    /**
     * A process that was replaced by this one, and did not know it yet, may have completed another
     * that does not count, and may remove nothing any more.
     *
     * @return how much of it failed
     */
    private int removeThoseOfOthers() {
        try {
            storage.sweep();
            return 0;
        } catch (IOException e) {
            LOG.warn(
                    "It is not known whether checkpoints of earlier runs that do not count are left in {}; the next"
                            + " start of the job removes them. What failed: {}",
                    storage.describe(),
                    e.toString());
            return 1;
        }
    }

    /** There is no next checkpoint: what a store refuses now is asked for again at once. */
    private void removeAtLast(List<String> kept) {
        IOException visible = null;
        int more = 0;
        for (int failures = 0; failures < MOST_FAILURES; failures += more) {
            try {
                removeDoubtful();
                shared.noneUnderWay(); // else what may be visible is to find its files
                visible = null;
            } catch (IOException e) {
                visible = e;
                failures++;
            }
            more = removeLeftovers() + removeThoseOfOthers();
            if (visible == null && more == 0) {
                return;
            }
        }
        if (visible != null) {
            LOG.warn(
                    "A checkpoint in {} counts as failed, but may be visible, and could not be removed at the end"
                            + " of the job: 'latest' may find it. Remove those that are newer than the last complete"
                            + " one ({}).",
                    storage.describe(),
                    kept.isEmpty() ? "none is kept" : kept.get(0),
                    visible);
        }
        if (more > 0) {
            LOG.warn(
                    "Checkpoints of this job in {} are not needed any more and could not all be removed at its end, as"
                            + " said before. What is there besides {} may be removed by hand.",
                    storage.describe(),
                    kept.isEmpty() ? "the owner's files" : kept);
        }
    }
}
