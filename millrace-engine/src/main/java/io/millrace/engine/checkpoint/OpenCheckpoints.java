// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.PendingCheckpoint.State;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The checkpoints that are neither complete nor given up, several perhaps; and those that were not
 * long ago, so that what comes late can be told from what comes twice.
 */
final class OpenCheckpoints {

    /**
     * How many ended checkpoints are remembered. Snapshots of older ones are left where they are;
     * the next start sweeps them.
     */
    static final int MAX_REMEMBERED = 256;

    private final TreeMap<Long, PendingCheckpoint> open = new TreeMap<>();

    private final Map<Long, PendingCheckpoint> remembered =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, PendingCheckpoint> eldest) {
                    return size() > MAX_REMEMBERED;
                }
            };

    void add(PendingCheckpoint pending) {
        open.put(pending.id(), pending);
    }

    /** Its fate is known. */
    void end(PendingCheckpoint pending, State fate) {
        pending.end(fate);
        open.remove(pending.id());
        remembered.put(pending.id(), pending);
    }

    int size() {
        return open.size();
    }

    /** Ids, oldest first. */
    List<Long> ids() {
        return List.copyOf(open.keySet());
    }

    /** All of them, oldest first; not a view. */
    List<PendingCheckpoint> all() {
        return List.copyOf(open.values());
    }

    /** Those that began before this one, oldest first; not a view. */
    Collection<PendingCheckpoint> olderThan(long id) {
        return List.copyOf(open.headMap(id).values());
    }

    /** An open one or one that is remembered; null when it is neither. */
    PendingCheckpoint find(long id) {
        PendingCheckpoint pending = open.get(id);
        return pending != null ? pending : remembered.get(id);
    }

    /** The open one with this id that still collects answers; null when there is none. */
    PendingCheckpoint collecting(long id) {
        PendingCheckpoint pending = open.get(id);
        return pending != null && pending.state() == State.COLLECTING ? pending : null;
    }

    /** The one whose manifest is being written; null when there is none. */
    PendingCheckpoint publishing() {
        return first(State.PUBLISHING);
    }

    /** The oldest that waits for its manifest to be written; null when there is none. */
    PendingCheckpoint collected() {
        return first(State.COLLECTED);
    }

    private PendingCheckpoint first(State state) {
        for (PendingCheckpoint pending : open.values()) {
            if (pending.state() == state) {
                return pending;
            }
        }
        return null;
    }

    /** The one whose manifest there is news of. */
    PendingCheckpoint requirePublishing(long id) {
        PendingCheckpoint pending = open.get(id);
        if (pending == null || pending.state() != State.PUBLISHING) {
            throw new IllegalStateException(
                    "News of the manifest of checkpoint "
                            + id
                            + ", which was not being written: "
                            + (pending == null ? "it is not open" : "it is " + pending.state()));
        }
        return pending;
    }

    /** Whether the enumerators of one have not all said where they stand: no letter is out yet. */
    boolean isSettingUp() {
        for (PendingCheckpoint pending : open.values()) {
            if (pending.isSettingUp()) {
                return true;
            }
        }
        return false;
    }
}
