// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.checkpoint;

import io.millrace.testing.bench.BenchState;
import io.millrace.testing.bench.SubtaskStates;

/**
 * The snapshot of one operator in one subtask, as a test harness took it: to be given to {@code
 * initializeState} of another. Immutable; in memory.
 */
public class OperatorSubtaskState {

    static {
        SubtaskStates.leave(
                new SubtaskStates.Key() {
                    @Override
                    public OperatorSubtaskState hold(BenchState state) {
                        return new OperatorSubtaskState(state);
                    }

                    @Override
                    public BenchState open(OperatorSubtaskState holder) {
                        return holder.state;
                    }
                });
    }

    private final BenchState state;

    private OperatorSubtaskState(BenchState state) {
        this.state = state;
    }

    /** Whether there is any state in it. */
    public boolean hasState() {
        return !state.isEmpty();
    }

    /** In bytes, as it would be written to a checkpoint. */
    public long getStateSize() {
        return state.bytes();
    }

    /** Nothing to do: memory is given back by itself. */
    public void discardState() {}

    @Override
    public boolean equals(Object other) {
        return other instanceof OperatorSubtaskState that && state.equals(that.state);
    }

    @Override
    public int hashCode() {
        return state.hashCode();
    }
}
