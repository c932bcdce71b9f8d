// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.TaskSnapshot;
import java.util.List;

/** A small job to coordinate: two sources, of which one has an enumerator, a join and a sink. */
final class SampleJob {

    static final CheckpointGraph GRAPH =
            new CheckpointGraph(
                    List.of(
                            vertex(0, "left", 2, true),
                            vertex(1, "right", 1, false),
                            vertex(
                                    2,
                                    "join",
                                    2,
                                    false,
                                    new CheckpointGraph.Input(0, true),
                                    new CheckpointGraph.Input(1, false)),
                            vertex(3, "sink", 1, false, new CheckpointGraph.Input(2, false))));

    static final OperatorId ENUMERATOR = operatorId(0);

    static final List<OperatorId> ENUMERATORS = List.of(ENUMERATOR);

    static OperatorId operatorId(int vertex) {
        return new OperatorId(String.format("%032x", vertex));
    }

    static CheckpointGraph.Vertex vertex(
            int index,
            String name,
            int parallelism,
            boolean coordinated,
            CheckpointGraph.Input... inputs) {
        return new CheckpointGraph.Vertex(
                index,
                name,
                parallelism,
                List.of(inputs),
                List.of(new CheckpointGraph.Operator(operatorId(index), name, coordinated)));
    }

    static CheckpointPolicy policy(
            long intervalMs, long pauseMs, int maxConcurrent, int tolerable) {
        return new CheckpointPolicy(
                intervalMs, pauseMs, 60, maxConcurrent, tolerable, true, true, true);
    }

    static TaskSnapshot snapshot(long id, SubtaskKey task) {
        return new TaskSnapshot(id, task.vertex(), task.subtask(), List.of(), 0, 0);
    }

    private SampleJob() {}
}
