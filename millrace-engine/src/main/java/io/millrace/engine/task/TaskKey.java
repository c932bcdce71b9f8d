// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

/**
 * Which task: a subtask of a vertex, in one attempt.
 *
 * @param vertex index of the vertex in the plan
 * @param subtask 0-based
 * @param attempt 0 for the first try; letters of an older attempt are thrown away unread
 */
public record TaskKey(int vertex, int subtask, int attempt) {

    // Written out, as in the other keys of the engine: what a record gets by itself is linked at
    // its first use, from dozens of classes made at run time, and that is felt when a job starts.
    @Override
    public boolean equals(Object other) {
        return other instanceof TaskKey that
                && vertex == that.vertex
                && subtask == that.subtask
                && attempt == that.attempt;
    }

    @Override
    public int hashCode() {
        return (vertex * 31 + subtask) * 31 + attempt;
    }
}
