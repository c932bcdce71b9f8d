// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.OperatorStateStore;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Operator state of one operator in one subtask: always on the heap (ST-14). The user's view is
 * {@link OperatorStateStore}. Used by its task only.
 */
public interface OperatorStateBackend extends OperatorStateStore, AutoCloseable {

    /**
     * Hands out the restored elements of a list, once, and keeps nothing of them; for state that is
     * only written at a checkpoint and never lives in between.
     *
     * @param union whether it is a union list
     */
    <S> void take(ListStateDescriptor<S> descriptor, boolean union, Consumer<S> each)
            throws Exception;

    /**
     * What was restored of raw state, to be taken once: it is not carried on after that.
     *
     * @throws IOException the bytes are not what the format says
     */
    RawState.Content takeRaw() throws IOException;

    /** What the next {@link #freeze} has of raw state, in place of what the one before had. */
    void putRaw(RawState.Content content);

    /** Copies the lists (synchronous part); written by an I/O thread. */
    FrozenState freeze(SnapshotOrder order);

    /** The same for an ordinary checkpoint. */
    default FrozenState freeze(long checkpointId) {
        return freeze(SnapshotOrder.checkpoint(checkpointId, 0));
    }

    @Override
    void close();
}
