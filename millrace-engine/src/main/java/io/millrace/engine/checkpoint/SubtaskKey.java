// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

/**
 * Names a task among all tasks of one attempt: which vertex, which subtask.
 *
 * @param vertex index of the vertex in the plan, from 0
 * @param subtask index of the subtask in its vertex, from 0
 */
public record SubtaskKey(int vertex, int subtask) implements Comparable<SubtaskKey> {
    public SubtaskKey {
        if (vertex < 0 || subtask < 0) {
            throw new IllegalArgumentException(
                    "A task has a vertex and a subtask from 0 on, not "
                            + vertex
                            + " and "
                            + subtask);
        }
    }

    @Override
    public int compareTo(SubtaskKey other) {
        int byVertex = Integer.compare(vertex, other.vertex);
        return byVertex != 0 ? byVertex : Integer.compare(subtask, other.subtask);
    }

    // Written out for a quick start; see TaskKey.
    @Override
    public boolean equals(Object other) {
        return other instanceof SubtaskKey that && vertex == that.vertex && subtask == that.subtask;
    }

    @Override
    public int hashCode() {
        return vertex * 31 + subtask;
    }

    /** Short form for logs, as {@code 3/0}. */
    @Override
    public String toString() {
        return vertex + "/" + subtask;
    }
}
