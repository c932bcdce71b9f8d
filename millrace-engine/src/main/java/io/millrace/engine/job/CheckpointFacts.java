// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointGraph;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.Edge;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.spi.OperatorSpec;
import java.util.ArrayList;
import java.util.List;

/** What the coordinator must know of a plan. Pure. */
public final class CheckpointFacts {

    private CheckpointFacts() {}

    /** The plan, seen by those who agree on a cut. */
    public static CheckpointGraph of(ExecutionPlan plan) {
        List<CheckpointGraph.Vertex> vertices = new ArrayList<>();
        for (Vertex vertex : plan.vertices()) {
            List<CheckpointGraph.Input> inputs = new ArrayList<>();
            for (Edge edge : plan.into(vertex.index())) {
                // No barrier begins at what turns back: it has to come round.
                if (!edge.isFeedback()) {
                    inputs.add(new CheckpointGraph.Input(edge.source(), edge.isPointwise()));
                }
            }
            List<CheckpointGraph.Operator> operators = new ArrayList<>();
            for (PlannedOperator operator : vertex.operators()) {
                operators.add(
                        new CheckpointGraph.Operator(
                                operator.id(),
                                operator.transformation().name(),
                                operator.transformation().spec() instanceof OperatorSpec.Source));
            }
            vertices.add(
                    new CheckpointGraph.Vertex(
                            vertex.index(),
                            vertex.name(),
                            vertex.parallelism(),
                            inputs,
                            operators));
        }
        return new CheckpointGraph(vertices);
    }
}
