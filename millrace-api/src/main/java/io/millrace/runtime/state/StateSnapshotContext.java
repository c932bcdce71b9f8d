// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;

/**
 * What an operator is told when a snapshot is taken; and where it may write raw state, bytes of
 * which nobody else knows the meaning. Raw state is held in memory until the snapshot is written.
 */
@PublicEvolving
public interface StateSnapshotContext extends FunctionSnapshotContext {

    /**
     * Takes raw state by key group; the same stream at each call.
     *
     * @throws IllegalStateException when the operator is not keyed
     */
    KeyedStateCheckpointOutputStream getRawKeyedOperatorStateOutput() throws Exception;

    /** Takes raw state in partitions; the same stream at each call. */
    OperatorStateCheckpointOutputStream getRawOperatorStateOutput() throws Exception;
}
