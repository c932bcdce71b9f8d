// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;

/**
 * What an operator is told when its state is set up; and what it wrote as raw state, given back
 * once and here only.
 */
@PublicEvolving
public interface StateInitializationContext extends FunctionInitializationContext {

    /**
     * The partitions of raw operator state that fell to this subtask: at the same parallelism its
     * own, otherwise a share of all, in order. Each stream ends where its partition ends.
     */
    Iterable<StatePartitionStreamProvider> getRawOperatorStateInputs();

    /**
     * Raw keyed state of this subtask's key groups, in order of key group; a group for which
     * nothing was written is not there. Each stream ends where its key group ends.
     */
    Iterable<KeyGroupStatePartitionStreamProvider> getRawKeyedStateInputs();
}
