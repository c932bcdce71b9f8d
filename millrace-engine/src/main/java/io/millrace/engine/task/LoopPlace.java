// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.state.LoopLog;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a task that is part of a loop must know of it.
 *
 * @param within per channel of the input gate: whether its sender is part of the loop too
 * @param counted per channel: whether what comes on it is counted, to find out when nothing is on
 *     its way any more. Those within the loop, save of senders that had finished before this
 *     attempt
 * @param back the feedback edges that lead to the task, by their numbers; empty unless the loop
 *     begins here
 * @param edgeOfChannel per channel: which of those it belongs to, -1 for none
 * @param memoryBytes how much of what waits may be in memory
 * @param newLog makes an empty log of these edges
 */
public record LoopPlace(
        boolean[] within,
        boolean[] counted,
        List<BackEdge> back,
        int[] edgeOfChannel,
        long memoryBytes,
        Supplier<LoopLog> newLog) {

    /**
     * A feedback edge, where it ends.
     *
     * @param input of the operator to which it leads
     * @param log what it is called in a checkpoint
     * @param sharing where each subtask must look at the records of all on restore: says whose a
     *     record is, as the senders' partitioner does. Else null
     */
    public record BackEdge(int input, LoopLog.Edge log, Partitioner sharing) {}

    /** Whether the loop begins here. */
    boolean isHead() {
        return !back.isEmpty();
    }

    /** Channels by which records enter the loop. */
    int entries(InputGate inputs) {
        int entries = 0;
        for (int i = 0; i < inputs.size(); i++) {
            entries += within[i] ? 0 : 1;
        }
        return entries;
    }
}
