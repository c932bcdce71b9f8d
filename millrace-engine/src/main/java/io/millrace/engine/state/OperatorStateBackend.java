// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.OperatorStateStore;

/**
 * Operator state of one operator in one subtask: always on the heap (ST-14). The user's view is
 * {@link OperatorStateStore}. Used by its task only.
 */
public interface OperatorStateBackend extends OperatorStateStore, AutoCloseable {

    /** Copies the lists (synchronous part); written by an I/O thread. */
    FrozenState freeze(long checkpointId);

    @Override
    void close();
}
