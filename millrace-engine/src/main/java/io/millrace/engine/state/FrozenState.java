// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import java.io.IOException;
import java.util.List;

/**
 * State as it was at a barrier, made by a short synchronous {@code freeze} on the task's step and
 * written by an I/O thread while the task goes on. Exactly one of the ends must be reached: {@link
 * #release()} is always called, after {@link #write} or instead of it.
 */
public interface FrozenState {

    StateHandle.Kind kind();

    /** The key groups that the state belongs to; null for operator state. */
    KeyGroupRange keyGroups();

    /** Nothing to write: no handle is made. */
    boolean isEmpty();

    /**
     * Writes the pieces that later checkpoints may refer to, before {@link #write}. I/O thread.
     *
     * @return all files of this kind that the snapshot consists of, those included that were
     *     written for earlier ones; none for most states
     */
    default List<SharedFile> writeFiles(SnapshotFiles files) throws IOException {
        return List.of();
    }

    /** Writes the state, or what of it is in no file. I/O thread. */
    void write(DataOutputView out, StateCompression compression) throws IOException;

    /** What was written; complete only after {@link #write}. */
    List<StateSummary> summaries();

    /**
     * The task need no longer protect the frozen state from its own changes. Any thread;
     * idempotent.
     */
    void release();
}
