// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.keys.Pointwise;
import io.millrace.engine.state.OperatorId;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What agreement needs to know of a job's graph: who there is, and whose barriers reach whom.
 *
 * @param vertices all vertices; the one at position i has index i
 */
public record CheckpointGraph(List<Vertex> vertices) {

    /**
     * One vertex.
     *
     * @param index its place in the plan, from 0
     * @param name for people
     * @param parallelism number of subtasks
     * @param inputs where its barriers come from; empty for a source
     * @param operators its chain, head first
     */
    public record Vertex(
            int index, String name, int parallelism, List<Input> inputs, List<Operator> operators) {
        public Vertex {
            inputs = List.copyOf(inputs);
            operators = List.copyOf(operators);
            if (parallelism < 1) {
                throw new IllegalArgumentException(
                        "Vertex '" + name + "' has parallelism " + parallelism + ", less than 1");
            }
        }

        /** Whether records begin here. */
        public boolean isSource() {
            return inputs.isEmpty();
        }
    }

    /**
     * One edge, seen from the vertex it leads to.
     *
     * @param vertex index of the vertex it comes from
     * @param pointwise true when each subtask hears only those it faces ({@link Pointwise}); false
     *     when each hears all
     */
    public record Input(int vertex, boolean pointwise) {}

    /**
     * One operator of a chain.
     *
     * @param id under which its state is kept
     * @param name for people
     * @param coordinated whether the job thread holds a part of its state (the enumerator of a
     *     source)
     */
    public record Operator(OperatorId id, String name, boolean coordinated) {}

    public CheckpointGraph {
        vertices = List.copyOf(vertices);
        for (int i = 0; i < vertices.size(); i++) {
            Vertex vertex = vertices.get(i);
            if (vertex.index() != i) {
                throw new IllegalArgumentException(
                        "Vertex '"
                                + vertex.name()
                                + "' has index "
                                + vertex.index()
                                + " and stands at position "
                                + i);
            }
            for (Input input : vertex.inputs()) {
                if (input.vertex() < 0 || input.vertex() >= vertices.size()) {
                    throw new IllegalArgumentException(
                            "Vertex '"
                                    + vertex.name()
                                    + "' names vertex "
                                    + input.vertex()
                                    + " as input; there are "
                                    + vertices.size());
                }
            }
        }
    }

    /** All tasks of one attempt, in order of vertex and subtask. */
    public NavigableSet<SubtaskKey> tasks() {
        NavigableSet<SubtaskKey> tasks = new TreeSet<>();
        for (Vertex vertex : vertices) {
            for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
                tasks.add(new SubtaskKey(vertex.index(), subtask));
            }
        }
        return tasks;
    }

    /**
     * The tasks that must be told of a checkpoint because no barrier will tell them: those that
     * still run and whose predecessors have all finished, or that have none.
     */
    List<SubtaskKey> roots(Set<SubtaskKey> finished) {
        List<SubtaskKey> roots = new ArrayList<>();
        for (SubtaskKey task : tasks()) {
            if (!finished.contains(task) && hearsNobody(task, finished)) {
                roots.add(task);
            }
        }
        return roots;
    }

    private boolean hearsNobody(SubtaskKey task, Set<SubtaskKey> finished) {
        Vertex vertex = vertices.get(task.vertex());
        for (Input input : vertex.inputs()) {
            Vertex from = vertices.get(input.vertex());
            for (int sender = 0; sender < from.parallelism(); sender++) {
                if (!finished.contains(new SubtaskKey(from.index(), sender))
                        && (!input.pointwise()
                                || Pointwise.connects(
                                        sender,
                                        from.parallelism(),
                                        task.subtask(),
                                        vertex.parallelism()))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether no subtask of the vertex runs any more. */
    static boolean isFinished(Vertex vertex, Set<SubtaskKey> finished) {
        for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
            if (!finished.contains(new SubtaskKey(vertex.index(), subtask))) {
                return false;
            }
        }
        return true;
    }

    /** Operators whose enumerator has a say in a checkpoint: those of vertices that still run. */
    List<OperatorId> coordinated(Set<SubtaskKey> finished) {
        List<OperatorId> coordinated = new ArrayList<>();
        for (Vertex vertex : vertices) {
            if (!isFinished(vertex, finished)) {
                for (Operator operator : vertex.operators()) {
                    if (operator.coordinated()) {
                        coordinated.add(operator.id());
                    }
                }
            }
        }
        return coordinated;
    }

    /** The operator's name, or its id where the graph does not know it. */
    String operatorName(OperatorId id) {
        for (Vertex vertex : vertices) {
            for (Operator operator : vertex.operators()) {
                if (operator.id().equals(id)) {
                    return operator.name();
                }
            }
        }
        return id.toString();
    }
}
