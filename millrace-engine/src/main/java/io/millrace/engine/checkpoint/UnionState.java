// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorSnapshot;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.state.TaskSnapshot;

/**
 * Whether union lists in a checkpoint are whole (CK-59). Of an operator that ended in some subtasks
 * and not in others, what the ended ones would have contributed is lost, and every subtask would
 * restore from less than the whole.
 */
final class UnionState {

    private UnionState() {}

    /** An operator whose union list would be torn; null when there is none. */
    static OperatorId torn(PendingCheckpoint pending, CheckpointGraph graph) {
        for (TaskSnapshot snapshot : pending.snapshots()) {
            int over = 0;
            int parallelism = graph.vertices().get(snapshot.vertex()).parallelism();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                SubtaskKey task = new SubtaskKey(snapshot.vertex(), subtask);
                if (pending.finished().contains(task) || pending.ended().contains(task)) {
                    over++;
                }
            }
            if (over > 0 && over < parallelism) {
                for (OperatorSnapshot operator : snapshot.operators()) {
                    if (hasUnionState(operator)) {
                        return operator.operator();
                    }
                }
            }
        }
        return null;
    }

    private static boolean hasUnionState(OperatorSnapshot operator) {
        for (StateHandle handle : operator.handles()) {
            for (StateSummary state : handle.states()) {
                if (state.kind().equals("union-list")) {
                    return true;
                }
            }
        }
        return false;
    }
}
