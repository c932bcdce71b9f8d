// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.storage.StoredState;
import java.util.ArrayList;
import java.util.List;

/**
 * Where one piece of snapshotted state lies, and what it is.
 *
 * @param kind what is in it, and in which form
 * @param keyGroups the key groups in it; null for operator state
 * @param states what is in it, for people
 * @param bytes where it lies
 * @param files what of it lies in files that other checkpoints may refer to as well
 */
public record StateHandle(
        Kind kind,
        KeyGroupRange keyGroups,
        List<StateSummary> states,
        StoredState bytes,
        List<SharedFile> files) {

    /** What is in a piece of state. */
    public enum Kind {
        /** All keyed states and timers of one operator's subtask. */
        KEYED,
        /** All operator states of one operator's subtask. */
        OPERATOR,
        /** Keyed states and timers as layers of changes; see {@code docs/formats}. */
        KEYED_LAYERS,
        /** Keyed states and timers as the files of a RocksDB instance. */
        KEYED_ROCKSDB,
        /** What was on its way to one subtask, when the barrier overtook it. */
        IN_FLIGHT;

        /** Whether it is state of keys, in whatever form. */
        public boolean isKeyed() {
            return this == KEYED || this == KEYED_LAYERS || this == KEYED_ROCKSDB;
        }
    }

    public StateHandle {
        states = List.copyOf(states);
        files = List.copyOf(files);
    }

    /** A piece without files that others may refer to. */
    public StateHandle(
            Kind kind, KeyGroupRange keyGroups, List<StateSummary> states, StoredState bytes) {
        this(kind, keyGroups, states, bytes, List.of());
    }

    /** Its own piece, and its files. */
    public List<StoredState> pieces() {
        List<StoredState> pieces = new ArrayList<>();
        pieces.add(bytes);
        files.forEach(file -> pieces.add(file.place()));
        return pieces;
    }

    /** Bytes of all of it, whichever checkpoint they were written for. */
    public long length() {
        return pieces().stream().mapToLong(StoredState::length).sum();
    }

    /** Bytes of it that were written for this checkpoint. */
    public long writtenFor(long checkpointId) {
        long sum = bytes.length();
        for (SharedFile file : files) {
            sum += file.checkpointId() == checkpointId ? file.place().length() : 0;
        }
        return sum;
    }
}
