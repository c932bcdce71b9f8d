// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointDecision;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.SubtaskKey;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorSnapshot;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.TaskSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts the answers of all tasks together into a manifest. Pure, but for the name of this machine.
 */
final class ManifestWriter {

    private ManifestWriter() {}

    static CheckpointManifest manifest(
            JobContext context, CheckpointDecision.WriteManifest decision, long nowMs) {
        Map<SubtaskKey, Map<OperatorId, List<StateHandle>>> answers = new HashMap<>();
        for (TaskSnapshot snapshot : decision.snapshots()) {
            Map<OperatorId, List<StateHandle>> handles = new HashMap<>();
            for (OperatorSnapshot operator : snapshot.operators()) {
                handles.put(operator.operator(), operator.handles());
            }
            answers.put(new SubtaskKey(snapshot.vertex(), snapshot.subtask()), handles);
        }
        List<CheckpointManifest.Operator> operators = new ArrayList<>();
        for (ExecutionPlan.Vertex vertex : context.plan().vertices()) {
            for (ExecutionPlan.PlannedOperator planned : vertex.operators()) {
                List<CheckpointManifest.Subtask> subtasks = new ArrayList<>();
                for (int i = 0; i < vertex.parallelism(); i++) {
                    SubtaskKey key = new SubtaskKey(vertex.index(), i);
                    Phase phase =
                            decision.finished().contains(key)
                                    ? Phase.FINISHED
                                    : decision.ended().contains(key) ? Phase.ENDED : Phase.RUNNING;
                    subtasks.add(
                            new CheckpointManifest.Subtask(
                                    phase,
                                    answers.getOrDefault(key, Map.of())
                                            .getOrDefault(planned.id(), List.of())));
                }
                operators.add(
                        new CheckpointManifest.Operator(
                                planned.transformation().uid(),
                                planned.id(),
                                planned.transformation().name(),
                                planned.maxParallelism(),
                                decision.coordinators().get(planned.id()),
                                subtasks));
            }
        }
        return new CheckpointManifest(
                decision.id(),
                decision.order().timestampMs(),
                nowMs,
                context.jobName(),
                context.jobId().toHexString(),
                CheckpointManifest.Writer.here(),
                decision.order().form().isSavepoint(),
                operators,
                Map.of());
    }
}
