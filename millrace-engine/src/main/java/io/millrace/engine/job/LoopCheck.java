// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.Edge;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.state.LoopLog;
import io.millrace.engine.state.OperatorId;
import io.millrace.spi.Partitioning;
import io.millrace.util.FlinkRuntimeException;
import java.util.Map;

/**
 * Whether the records that went round a loop at the checkpoint can be given to its first operator
 * in this program. What is broadcast into the loop is in the log of each subtask that had not
 * processed it yet; with another number of subtasks nobody can say who has. And where a partitioner
 * of the program dealt it to, the program alone knows. Pure.
 */
final class LoopCheck {

    private LoopCheck() {}

    /**
     * @param checkpoint where it is, for messages
     * @param operators of the checkpoint, those that the program still has
     * @throws FlinkRuntimeException naming the operator, and what to do
     */
    static void check(
            String checkpoint,
            ExecutionPlan plan,
            Map<OperatorId, CheckpointManifest.Operator> operators) {
        for (Edge edge : plan.edges()) {
            String dealt = edge.isFeedback() ? undealable(edge.partitioning()) : null;
            if (dealt != null) {
                PlannedOperator head = plan.vertices().get(edge.target()).operators().get(0);
                CheckpointManifest.Operator was = operators.get(head.id());
                int parallelism = head.transformation().parallelism();
                if (was != null
                        && was.parallelism() != parallelism
                        && hasLog(was, LoopLog.NAME + edge.feedback().place())) {
                    throw new FlinkRuntimeException(
                            "The job can't be restored from checkpoint "
                                    + checkpoint
                                    + ": what operator '"
                                    + edge.feedback().sender()
                                    + "' feeds back is "
                                    + dealt
                                    + " operator '"
                                    + head.transformation().name()
                                    + "', which had parallelism "
                                    + was.parallelism()
                                    + " and now has "
                                    + parallelism
                                    + ", and some of it was on its way. Restore it with parallelism "
                                    + was.parallelism()
                                    + ".");
                }
            }
        }
    }

    /** How an edge deals what nobody else can deal anew; null where it can be dealt. */
    private static String undealable(Partitioning partitioning) {
        return partitioning instanceof Partitioning.Broadcast
                ? "broadcast to"
                : partitioning instanceof Partitioning.Custom
                        ? "dealt by a partitioner of the program to"
                        : null;
    }

    private static boolean hasLog(CheckpointManifest.Operator operator, String name) {
        return operator.subtasks().stream()
                .flatMap(subtask -> subtask.handles().stream())
                .flatMap(handle -> handle.states().stream())
                .anyMatch(state -> state.name().equals(name) && state.entries() > 0);
    }
}
