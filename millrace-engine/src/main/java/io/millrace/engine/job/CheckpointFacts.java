// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointGraph;
import io.millrace.engine.plan.ExecutionPlan;
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
            vertices.add(
                    new CheckpointGraph.Vertex(
                            vertex.index(),
                            vertex.name(),
                            vertex.parallelism(),
                            plan.into(vertex.index()).stream()
                                    // No barrier begins at what turns back: it has to come round.
                                    .filter(e -> !e.isFeedback())
                                    .map(
                                            e ->
                                                    new CheckpointGraph.Input(
                                                            e.source(), e.isPointwise()))
                                    .toList(),
                            vertex.operators().stream()
                                    .map(
                                            o ->
                                                    new CheckpointGraph.Operator(
                                                            o.id(),
                                                            o.transformation().name(),
                                                            o.transformation().spec()
                                                                    instanceof OperatorSpec.Source))
                                    .toList()));
        }
        return new CheckpointGraph(vertices);
    }
}
