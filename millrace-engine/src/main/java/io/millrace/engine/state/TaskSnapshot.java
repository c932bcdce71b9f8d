// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.util.List;

/**
 * One task's part of a checkpoint: handles, never bytes. The acknowledgement a task sends.
 *
 * @param checkpointId which checkpoint
 * @param vertex index of the task's vertex in the plan
 * @param subtask 0-based
 * @param operators one per operator of the chain, head first
 * @param syncNanos length of the part that ran on the task's own step
 * @param asyncNanos length of the part that ran on an I/O thread
 */
public record TaskSnapshot(
        long checkpointId,
        int vertex,
        int subtask,
        List<OperatorSnapshot> operators,
        long syncNanos,
        long asyncNanos) {
    public TaskSnapshot {
        operators = List.copyOf(operators);
    }

    /** Bytes that were written for this checkpoint. */
    public long bytes() {
        long sum = 0;
        for (OperatorSnapshot operator : operators) {
            for (StateHandle handle : operator.handles()) {
                sum += handle.writtenFor(checkpointId);
            }
        }
        return sum;
    }
}
