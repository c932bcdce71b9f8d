// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.ClaimedCheckpoint;
import io.millrace.engine.storage.DamagedFileException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes files that several checkpoints may refer to, when none does any more.
 *
 * <p><b>The rule.</b> A file is removed when no checkpoint that is kept refers to it, and a
 * checkpoint has completed that is not older than the one the file was written for. Before that it
 * may be part of a checkpoint that is still under way; and what was written for a checkpoint that
 * was given up may be referred to by the next ones, as far as its task knows that it was written. A
 * task whose next complete checkpoint does not refer to a file never refers to it again. When the
 * job has ended nothing is under way, so all goes that is not referred to, whatever it was written
 * for.
 *
 * <p>Nothing is counted: what is referred to is read from the manifests of those that are kept, so
 * that a crash at any point leaves at most a file too many, which the next start finds. Files are
 * listed only where something may lie that nobody told of: at the first removal, and after a
 * checkpoint was given up.
 *
 * <p><b>Those of others.</b> In the job's directory there may be checkpoints that the job does not
 * keep: the one it began from and must leave alone, those beside that one, damaged ones. What they
 * refer to stays as long as the job runs. Where a manifest can't be read nobody knows what it
 * refers to, so all stays that is not younger than it.
 *
 * <p><b>What was claimed</b> ({@link ClaimedCheckpoint}) is treated alike: once its manifest is
 * removed its files go one by one, as they are referred to by nothing that is kept and by no other
 * checkpoint of the job that wrote them. All that was ever claimed and may still be there is named
 * in each manifest, so that whoever continues the job goes on with this.
 *
 * <p>I/O threads, one removal at a time.
 */
final class SharedFiles {

    private static final Logger LOG = LoggerFactory.getLogger(SharedFiles.class);

    private final CheckpointStorage storage;

    /** Names of those that were referred to when last looked, or could not be removed. */
    private final Set<String> known = new HashSet<>();

    private final List<ClaimedCheckpoint> claims = new ArrayList<>();

    /** What the job began from and must leave alone. */
    private final List<CompletedCheckpoint> leftAlone = new ArrayList<>();

    /** What the checkpoints of others refer to; null before it was looked for. */
    private OfOthers ofOthers;

    private boolean someUnknown = true;
    private long completedId;

    /** What stays, whatever the job needs. */
    private static final class OfOthers {
        final Set<String> names = new HashSet<>();

        /** All that was written for checkpoints up to this one stays as well. */
        long upTo;
    }

    SharedFiles(CheckpointStorage storage) {
        this.storage = storage;
    }

    /** This one's manifest is visible. Not for savepoints: they share nothing. */
    synchronized void completed(CompletedCheckpoint checkpoint) {
        completedId = Math.max(completedId, checkpoint.id());
        try {
            known.addAll(ownReferredTo(List.of(checkpoint)));
        } catch (IOException e) {
            someUnknown = true;
        }
    }

    /** A checkpoint was given up; nobody knows what was written for it. */
    synchronized void givenUp() {
        someUnknown = true;
    }

    /**
     * The job has ended: no checkpoint that is under way will complete, so what was written for
     * those goes with the next removal.
     */
    synchronized void noneUnderWay() {
        completedId = Long.MAX_VALUE;
        someUnknown = true;
    }

    /**
     * Looks which checkpoints are those of others, once. Before the first of the job's own is kept
     * no longer: while one is being removed, which may take a while, it looks like one of theirs.
     *
     * @param kept asked once, here: all checkpoints that are kept
     */
    synchronized void beforeAnyIsDropped(Supplier<List<CompletedCheckpoint>> kept) {
        try {
            List<CompletedCheckpoint> all = new ArrayList<>(kept.get());
            all.addAll(leftAlone);
            lookAtOthers(all);
        } catch (IOException e) {
            LOG.debug("It is looked again before files are removed:", e);
        }
    }

    /** The files of this one stay as long as the job runs. */
    synchronized void leaveAlone(CompletedCheckpoint checkpoint) {
        leftAlone.add(checkpoint);
    }

    /** The files of a checkpoint elsewhere are the job's own from now on. */
    synchronized void claimed(ClaimedCheckpoint claim) {
        claims.add(claim);
    }

    /**
     * Removes what may go. What can't be removed is warned of and tried again the next time.
     *
     * @param kept asked once, here: all checkpoints that are kept
     * @return whether all that may go has gone
     */
    synchronized boolean removeUnused(Supplier<List<CompletedCheckpoint>> kept) {
        try {
            remove(kept.get());
            return true;
        } catch (IOException e) {
            LOG.warn(
                    "Files in {} that no checkpoint needs any more could not be removed; it is tried"
                            + " again after the next checkpoint, and when the job ends. Recovery does not"
                            + " depend on it. What failed: {}",
                    storage.describe(),
                    e.toString());
            LOG.debug("Where it failed:", e);
            return false;
        }
    }

    /** The same; what fails is thrown. */
    synchronized void remove(List<CompletedCheckpoint> kept) throws IOException {
        List<CompletedCheckpoint> all = new ArrayList<>(kept);
        all.addAll(leftAlone);
        removeOwn(all);
        if (!claims.isEmpty()) {
            removeClaimed(all);
        }
    }

    private void removeOwn(List<CompletedCheckpoint> kept) throws IOException {
        Set<String> candidates = new TreeSet<>(known);
        if (someUnknown) {
            lookAtOthers(kept);
            for (Map.Entry<String, Long> file : storage.sharedFiles().entrySet()) {
                if (file.getValue() <= completedId) {
                    candidates.add(file.getKey());
                    if (file.getValue() <= ofOthers.upTo) {
                        ofOthers.names.add(file.getKey());
                    }
                }
            }
        }
        candidates.removeAll(ownReferredTo(kept));
        if (ofOthers != null) {
            candidates.removeAll(ofOthers.names);
        }
        for (String name : candidates) {
            storage.discardShared(name);
            known.remove(name);
        }
        someUnknown = false;
    }

    private void lookAtOthers(List<CompletedCheckpoint> kept) throws IOException {
        if (ofOthers == null) {
            ofOthers = ofOthers(storage.published(), kept, this::ownReferredTo);
        }
    }

    private interface References {
        Set<String> of(Collection<CompletedCheckpoint> checkpoints) throws IOException;
    }

    /**
     * @param pointers some checkpoints
     * @param kept those of them that the job keeps
     */
    private OfOthers ofOthers(
            List<String> pointers, List<CompletedCheckpoint> kept, References references)
            throws IOException {
        Set<String> mine = new HashSet<>();
        kept.forEach(checkpoint -> mine.add(checkpoint.pointer()));
        OfOthers others = new OfOthers();
        for (String pointer : pointers) {
            if (mine.contains(pointer)) {
                continue;
            }
            try {
                byte[] sealed = storage.manifest(pointer);
                CheckpointManifest manifest = CheckpointManifest.decode(sealed, pointer);
                others.names.addAll(
                        references.of(List.of(CompletedCheckpoint.of(pointer, manifest, sealed))));
            } catch (FileNotFoundException e) {
                LOG.debug("{} was removed meanwhile", pointer, e);
            } catch (DamagedFileException e) {
                others.upTo =
                        Math.max(
                                others.upTo,
                                CheckpointPaths.checkpointIdOf(pointer).orElse(Long.MAX_VALUE));
            }
        }
        return others;
    }

    private void removeClaimed(List<CompletedCheckpoint> kept) throws IOException {
        Set<String> needed = referredTo(kept);
        for (ClaimedCheckpoint claim : claims) {
            Set<String> files = claim.files();
            if (files.isEmpty()) {
                claim.tidy();
                continue;
            }
            OfOthers others = ofOthers(claim.neighbours(), kept, this::referredTo);
            for (String file : files) {
                if (!needed.contains(file)
                        && !others.names.contains(file)
                        && ClaimedCheckpoint.writtenFor(file).orElse(Long.MAX_VALUE)
                                > others.upTo) {
                    claim.discard(file);
                }
            }
            claim.tidy();
        }
    }

    private interface Naming {
        String name(SharedFile file, CompletedCheckpoint checkpoint) throws IOException;
    }

    /** Names of the job's own. */
    private Set<String> ownReferredTo(Collection<CompletedCheckpoint> checkpoints)
            throws IOException {
        return names(
                checkpoints,
                (file, checkpoint) -> storage.sharedName(file.place(), checkpoint.pointer()));
    }

    /** The places of all. */
    private Set<String> referredTo(Collection<CompletedCheckpoint> checkpoints) throws IOException {
        return names(
                checkpoints,
                (file, checkpoint) -> storage.fileName(file.place(), checkpoint.pointer()));
    }

    private static Set<String> names(Collection<CompletedCheckpoint> checkpoints, Naming naming)
            throws IOException {
        Set<String> names = new HashSet<>();
        for (CompletedCheckpoint checkpoint : checkpoints) {
            for (StateHandle handle : checkpoint.manifest().handles()) {
                for (SharedFile file : handle.files()) {
                    String name = naming.name(file, checkpoint);
                    if (name != null) {
                        names.add(name);
                    }
                }
            }
        }
        return names;
    }
}
