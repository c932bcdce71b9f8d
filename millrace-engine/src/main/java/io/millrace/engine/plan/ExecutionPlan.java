// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.engine.keys.Pointwise;
import io.millrace.engine.state.OperatorId;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.util.OutputTag;
import java.util.List;

/**
 * What runs: chains as vertices, and the exchanges between them. Immutable; every attempt is
 * deployed from the same plan.
 *
 * @param vertices in topological order; a vertex's index is its place here
 * @param edges a vertex names its edges by their place here
 */
public record ExecutionPlan(List<Vertex> vertices, List<Edge> edges) {

    public ExecutionPlan {
        vertices = List.copyOf(vertices);
        edges = List.copyOf(edges);
    }

    /**
     * A chain, with its parallelism.
     *
     * @param operators head first; a listener comes after the operator it listens to
     * @param inputs number of the head's logical inputs; 0 for a source
     */
    public record Vertex(
            int index, String name, int parallelism, int inputs, List<PlannedOperator> operators) {
        public Vertex {
            operators = List.copyOf(operators);
        }

        /** Number of key groups that a keyed exchange into the vertex goes by: its head's. */
        public int maxParallelism() {
            return operators.get(0).maxParallelism();
        }

        public boolean isSource() {
            return inputs == 0;
        }
    }

    /**
     * An operator in its chain.
     *
     * @param taskName what its function sees as the name of its task
     * @param maxParallelism number of key groups of its state; its own, whatever it is chained to
     */
    public record PlannedOperator(
            OperatorTransformation<?> transformation,
            OperatorId id,
            String taskName,
            int maxParallelism,
            List<Listener> listeners) {
        public PlannedOperator {
            listeners = List.copyOf(listeners);
        }
    }

    /**
     * Who listens to an operator's output.
     *
     * @param tag the side output, null for the main one
     * @param operator index of a chained operator, -1 when the listener is behind an edge
     * @param edge index of the edge, -1 when the listener is chained
     * @param type of what is emitted; may be unknown
     * @param own whether the listener must get an object of its own, where the records are mutable
     */
    public record Listener(
            OutputTag<?> tag, int operator, int edge, TypeInformation<?> type, boolean own) {}

    /**
     * An exchange: all subtasks of one vertex send to all of another, or each to those it faces.
     *
     * @param bufferTimeoutMs longest a partly filled batch waits while its receiver is busy; 0:
     *     never, -1: until it is full or the sender has nothing else to do
     * @param feedback null unless the edge turns back: then its target is not behind its source in
     *     the order of the vertices
     */
    public record Edge(
            int index,
            int source,
            int target,
            int targetInput,
            Partitioning partitioning,
            long bufferTimeoutMs,
            Feedback feedback) {

        /** Whether the edge turns back, and makes a loop. */
        public boolean isFeedback() {
            return feedback != null;
        }

        /** Whether subtasks send only to those they face ({@link Pointwise}). */
        public boolean isPointwise() {
            return partitioning instanceof Partitioning.Forward
                    || partitioning instanceof Partitioning.Rescale;
        }
    }

    /**
     * What is special about an edge that turns back.
     *
     * @param place the edge's number among those that turn back to the same vertex, from 0
     * @param type of the records; may be unknown
     * @param maxWaitMs how long the loop must have been quiet before it ends
     * @param sender name of the operator that feeds back
     */
    public record Feedback(int place, TypeInformation<?> type, long maxWaitMs, String sender) {}

    /**
     * A part of the plan in which records can go round: each of its vertices can be reached from
     * each other.
     *
     * @param vertices in ascending order
     * @param maxWaitMs how long it must have been quiet before it ends
     */
    public record LoopRegion(List<Integer> vertices, long maxWaitMs) {
        public LoopRegion {
            vertices = List.copyOf(vertices);
        }

        /** Whether both ends of an edge are in here. */
        public boolean contains(Edge edge) {
            return vertices.contains(edge.source()) && vertices.contains(edge.target());
        }
    }

    /** The parts in which records can go round; none in a plan without loops. */
    public List<LoopRegion> loops() {
        return LoopRegions.of(vertices.size(), edges);
    }

    /** Whether an edge has a channel from one subtask to the other. */
    public boolean connects(Edge edge, int sender, int receiver) {
        return !edge.isPointwise()
                || Pointwise.connects(
                        sender,
                        vertices.get(edge.source()).parallelism(),
                        receiver,
                        vertices.get(edge.target()).parallelism());
    }

    /** Edges into a vertex. */
    public List<Edge> into(int vertex) {
        return edges.stream().filter(e -> e.target() == vertex).toList();
    }
}
