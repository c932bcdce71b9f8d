// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.OperatorStateStore;
import java.io.IOException;

/**
 * Operator state of one operator in one subtask: always on the heap (ST-14). The user's view is
 * {@link OperatorStateStore}. Used by its task only.
 */
public interface OperatorStateBackend extends OperatorStateStore, AutoCloseable {

    /**
     * What was restored of raw state, to be taken once: it is not carried on after that.
     *
     * @throws IOException the bytes are not what the format says
     */
    RawState.Content takeRaw() throws IOException;

    /** What the next {@link #freeze} has of raw state, in place of what the one before had. */
    void putRaw(RawState.Content content);

    /** Copies the lists (synchronous part); written by an I/O thread. */
    FrozenState freeze(long checkpointId);

    @Override
    void close();
}
