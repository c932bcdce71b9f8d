// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.engine.storage.StoredSnapshots;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lists the checkpoints and savepoints under a directory. Reads manifests, and no state. */
public final class SnapshotList {

    /** How often to look until nothing goes while it is looked at. */
    private static final int LOOKS = 10;

    private SnapshotList() {}

    /** How far a snapshot can be trusted, as far as that shows without reading its state. */
    public enum Standing {
        /** The manifest is intact, and all files it names are there. */
        COMPLETE,
        /** There is no manifest: it was never completed, or is being removed. */
        INCOMPLETE,
        /**
         * It is intact, but the job has gone on from an older one: a process that had been replaced
         * completed it too late, or it was given up.
         */
        DISCOUNTED,
        /** The manifest is damaged, or a file it names is missing or cut short. */
        DAMAGED
    }

    /**
     * One of them.
     *
     * @param pointer its directory
     * @param timestamp when it was completed, in milliseconds since 1970; where nobody can tell,
     *     when its directory was changed last
     * @param snapshot null where its manifest can't be read
     * @param problem what is wrong; empty where nothing is
     */
    public record Listed(
            String pointer, long timestamp, Snapshot snapshot, Standing standing, String problem) {}

    /**
     * All under a directory, newest first.
     *
     * @param directory a checkpoint directory, one job's directory, or one checkpoint
     * @throws IOException there is no such directory, or it can't be read
     */
    public static List<Listed> under(String directory) throws IOException {
        List<Listed> listed = new ArrayList<>();
        // A running job may remove its only checkpoint after it was found and before it was read;
        // then there is a newer one.
        for (int look = 1; look <= LOOKS; look++) {
            List<StoredSnapshots.Place> places = StoredSnapshots.under(directory);
            listed.clear();
            for (StoredSnapshots.Place place : places) {
                listed(place).ifPresent(listed::add);
            }
            if (listed.size() == places.size()) {
                break;
            }
        }
        listed.sort(
                Comparator.comparingLong(Listed::timestamp)
                        .thenComparing(SnapshotList::id)
                        .reversed()
                        .thenComparing(Listed::pointer));
        return listed;
    }

    private static long id(Listed listed) {
        return listed.snapshot == null ? 0 : listed.snapshot.manifest().checkpointId();
    }

    /** Empty for one that a running job has removed meanwhile. */
    private static Optional<Listed> listed(StoredSnapshots.Place place) {
        if (!place.complete()) {
            return Optional.of(
                    new Listed(
                            place.pointer(),
                            place.changed(),
                            null,
                            Standing.INCOMPLETE,
                            "it has no manifest: it is being written or removed, or never was"
                                    + " completed"));
        }
        Snapshot snapshot;
        try {
            snapshot = Snapshot.open(place.pointer());
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(
                    new Listed(
                            place.pointer(),
                            place.changed(),
                            null,
                            Standing.DAMAGED,
                            String.valueOf(e.getMessage())));
        }
        String problem;
        try {
            snapshot.manifest().requireIn(place.pointer());
            problem = snapshot.lack().orElse("");
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
        }
        if (!problem.isEmpty() && isGone(place)) {
            return Optional.empty(); // its files went after its manifest, which was read before
        }
        Standing standing = problem.isEmpty() ? Standing.COMPLETE : Standing.DAMAGED;
        if (problem.isEmpty()) {
            try {
                problem = StoredSnapshots.discounted(place.pointer()).orElse("");
                standing = problem.isEmpty() ? standing : Standing.DISCOUNTED;
            } catch (IOException e) {
                problem = String.valueOf(e.getMessage());
                standing = Standing.DAMAGED;
            }
        }
        return Optional.of(
                new Listed(
                        place.pointer(),
                        snapshot.manifest().completionTimestamp(),
                        snapshot,
                        standing,
                        problem));
    }

    private static boolean isGone(StoredSnapshots.Place place) {
        try {
            Snapshot.open(place.pointer());
            return false;
        } catch (FileNotFoundException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
