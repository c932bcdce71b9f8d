// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import java.io.IOException;
import java.util.List;

/** Operator state at a freeze: copies of its own, so that nothing need be protected. */
final class FrozenOperatorState implements FrozenState {

    private final List<OperatorElements.Frozen> states;
    private final List<CarriedState> carried;
    private List<StateSummary> summaries = List.of();

    FrozenOperatorState(List<OperatorElements.Frozen> states, List<CarriedState> carried) {
        this.states = states;
        this.carried = carried;
    }

    @Override
    public StateHandle.Kind kind() {
        return StateHandle.Kind.OPERATOR;
    }

    @Override
    public KeyGroupRange keyGroups() {
        return null;
    }

    @Override
    public boolean isEmpty() {
        for (var state : states) {
            if (state.size() != 0) {
                return false;
            }
        }
        for (CarriedState state : carried) {
            if (state.entries() != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void write(DataOutputView out, StateCompression compression) throws IOException {
        StateFileWriter writer = StateFileWriter.operator(out, compression);
        for (OperatorElements.Frozen state : states) {
            state.write(writer);
        }
        for (CarriedState state : carried) {
            state.writeTo(writer);
        }
        summaries = writer.finish();
    }

    @Override
    public List<StateSummary> summaries() {
        return summaries;
    }

    @Override
    public void release() {
        // The task changes none of what is in here.
    }
}
