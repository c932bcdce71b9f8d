// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.LoopLog;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorSnapshot;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.state.TaskSnapshot;

/**
 * Whether what belongs to all subtasks of an operator is whole in a checkpoint (CK-59). Of an
 * operator that ended in some subtasks and not in others, what the ended ones would have
 * contributed to a union list is lost, and every subtask would restore from less than the whole.
 * And records that go round a loop, some of whose first subtasks have ended, might be fed back to
 * one of these, which would not take them.
 */
final class UnionState {

    private UnionState() {}

    /** An operator of which that would be torn; null when there is none. */
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
                    if (belongsToAll(operator)) {
                        return operator.operator();
                    }
                }
            }
        }
        return null;
    }

    private static boolean belongsToAll(OperatorSnapshot operator) {
        for (StateHandle handle : operator.handles()) {
            for (StateSummary state : handle.states()) {
                if (state.kind().equals("union-list")
                        || state.name().startsWith(LoopLog.NAME) && state.entries() > 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
