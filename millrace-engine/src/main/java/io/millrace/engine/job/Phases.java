// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.Listener;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.state.OperatorId;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How far each subtask of a program had come in the checkpoint it begins from (CK-57). Pure.
 *
 * <p>While all operators have the parallelism they had, each subtask goes on from where it was.
 * Else no subtask of old is one of now: state of one that goes on may come to a place where one had
 * finished, and where subtask sent to subtask, all may send to all. Then operators are looked at as
 * wholes, the unchanged ones too, for those stand before or behind the others: one that had not
 * come to its end in every subtask has not come to its end.
 *
 * <p>Nothing is lost by that. What a finished subtask leaves is nothing; it runs once more without
 * input, and finishes again.
 *
 * <p>A source is another matter: its input comes from outside, and a subtask that had finished and
 * has left no state would read all of it a second time. So where the parallelism of its whole chain
 * is what it was each of its subtasks goes on from where it was, whatever has become of the others;
 * nothing stands before it.
 */
final class Phases {

    private final Map<OperatorId, CheckpointManifest.Operator> operators;

    /** Operators that are looked at as wholes. */
    private final Set<OperatorId> wholes;

    Phases(Map<OperatorId, CheckpointManifest.Operator> operators, Set<OperatorId> wholes) {
        this.operators = operators;
        this.wholes = wholes;
    }

    /**
     * @param operators of the checkpoint, those that the program still has
     */
    static Phases of(ExecutionPlan plan, Map<OperatorId, CheckpointManifest.Operator> operators) {
        Set<OperatorId> wholes = new HashSet<>();
        boolean anyChanged = false;
        for (Vertex vertex : plan.vertices()) {
            boolean changed = hasChanged(vertex, operators);
            anyChanged |= changed;
            if (changed || !plan.into(vertex.index()).isEmpty()) {
                vertex.operators().forEach(planned -> wholes.add(planned.id()));
            }
        }
        return new Phases(operators, anyChanged ? wholes : Set.of());
    }

    private static boolean hasChanged(
            Vertex vertex, Map<OperatorId, CheckpointManifest.Operator> operators) {
        for (PlannedOperator planned : vertex.operators()) {
            CheckpointManifest.Operator before = operators.get(planned.id());
            if (before != null && before.parallelism() != vertex.parallelism()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Operators of a chain that had not come as far as the one before them, or farther. A chain
     * comes to its end as a whole; whether it can be taken apart is the planner's to know.
     */
    Set<OperatorId> apart(ExecutionPlan plan) {
        Set<OperatorId> apart = new HashSet<>();
        for (Vertex vertex : plan.vertices()) {
            for (PlannedOperator planned : vertex.operators()) {
                for (Listener listener : planned.listeners()) {
                    if (listener.operator() >= 0) {
                        OperatorId behind = vertex.operators().get(listener.operator()).id();
                        for (int i = 0; i < vertex.parallelism(); i++) {
                            if (of(planned.id(), i) != of(behind, i)) {
                                apart.add(behind);
                            }
                        }
                    }
                }
            }
        }
        return apart;
    }

    /** Whether all subtasks of an operator are in one phase here, since some were dealt anew. */
    boolean isWhole(OperatorId operator) {
        return wholes.contains(operator);
    }

    /** How far a subtask had come; an operator that is new has not begun. */
    Phase of(OperatorId operator, int subtask) {
        CheckpointManifest.Operator before = operators.get(operator);
        if (before == null) {
            return Phase.RUNNING;
        }
        if (!isWhole(operator)) {
            return before.subtasks().get(subtask).phase();
        }
        Phase least = Phase.FINISHED;
        for (CheckpointManifest.Subtask each : before.subtasks()) {
            if (each.phase().compareTo(least) < 0) {
                least = each.phase();
            }
        }
        return least;
    }
}
