// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.Edge;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.state.OperatorId;
import io.millrace.util.FlinkRuntimeException;
import java.util.Map;

/**
 * Whether what had come to its end in a checkpoint can be at its end in this program too (CK-60).
 *
 * <p>A task that had ended gets no records any more, so the program must not have any for it:
 * nothing that still runs may stand before it, and nothing that still runs may have been chained to
 * it, a new operator included. A program that was not changed always passes. Pure.
 */
final class PhaseCheck {

    private final String checkpoint;
    private final ExecutionPlan plan;
    private final Map<OperatorId, CheckpointManifest.Operator> operators;
    private final Phases phases;

    /**
     * @param checkpoint where it is, for messages
     * @param operators of the checkpoint, those that the program still has
     */
    PhaseCheck(
            String checkpoint,
            ExecutionPlan plan,
            Map<OperatorId, CheckpointManifest.Operator> operators,
            Phases phases) {
        this.checkpoint = checkpoint;
        this.plan = plan;
        this.operators = operators;
        this.phases = phases;
    }

    private Phase phase(PlannedOperator operator, int subtask) {
        return phases.of(operator.id(), subtask);
    }

    /**
     * @throws FlinkRuntimeException naming two operators of which one is at its end and the other
     *     is not
     */
    void check() {
        for (Vertex vertex : plan.vertices()) {
            for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
                checkChain(vertex, subtask);
            }
        }
        for (Edge edge : plan.edges()) {
            if (edge.isFeedback()) {
                continue; // a loop ends at its beginning first, whatever its body still does
            }
            checkEdge(edge);
        }
    }

    private void checkChain(Vertex vertex, int subtask) {
        PlannedOperator head = vertex.operators().get(0);
        for (PlannedOperator other : vertex.operators()) {
            if (phase(other, subtask) != phase(head, subtask)) {
                throw refusal(
                        describe(head, subtask)
                                + ", and "
                                + describe(other, subtask)
                                + ", but the program runs both in one chain, '"
                                + vertex.name()
                                + "', which can only be at its end as a whole. Keep them apart"
                                + " (disableChaining()), or let the program be as it was");
            }
        }
    }

    private void checkEdge(Edge edge) {
        Vertex before = plan.vertices().get(edge.source());
        Vertex behind = plan.vertices().get(edge.target());
        PlannedOperator source = sender(before, edge);
        PlannedOperator target = behind.operators().get(0);
        for (int from = 0; from < before.parallelism(); from++) {
            for (int to = 0; to < behind.parallelism(); to++) {
                if (plan.connects(edge, from, to)) {
                    checkPair(source, from, target, to);
                }
            }
        }
    }

    private static PlannedOperator sender(Vertex vertex, Edge edge) {
        for (PlannedOperator operator : vertex.operators()) {
            if (operator.listeners().stream().anyMatch(l -> l.edge() == edge.index())) {
                return operator;
            }
        }
        throw new IllegalStateException("Nobody in '" + vertex.name() + "' sends to " + edge);
    }

    private void checkPair(PlannedOperator source, int from, PlannedOperator target, int to) {
        if (phase(source, from).compareTo(phase(target, to)) < 0) {
            throw refusal(
                    describe(target, to)
                            + ", and gets no records any more; but "
                            + describe(source, from)
                            + ", and the program lets it send records there. Give them to an operator of"
                            + " their own with another uid, or let the program be as it was");
        }
    }

    private FlinkRuntimeException refusal(String why) {
        return new FlinkRuntimeException(
                "The job can't be restored from checkpoint " + checkpoint + ": " + why + ".");
    }

    private String describe(PlannedOperator operator, int subtask) {
        String uid = operator.transformation().uid();
        boolean known = operators.containsKey(operator.id());
        return "operator '"
                + operator.transformation().name()
                + "' ("
                + (uid == null ? "without uid, id " + operator.id() : "uid '" + uid + "'")
                + ") "
                + (!known
                        ? "is new"
                        : switch (phase(operator, subtask)) {
                            case RUNNING ->
                                    "was running in " + where(operator, subtask, "some subtask");
                            case ENDED ->
                                    "was at the end of its data in "
                                            + where(operator, subtask, "all subtasks");
                            case FINISHED ->
                                    "had finished in " + where(operator, subtask, "all subtasks");
                        });
    }

    private String where(PlannedOperator operator, int subtask, String asWhole) {
        return phases.isWhole(operator.id()) ? asWhole : "subtask " + subtask;
    }
}
