// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The states of a task, and the moves between them. */
public enum TaskState {
    /** Deployed; nothing of the user's has been called. */
    CREATED,
    /** Restored and opened; takes input. */
    RUNNING,
    /**
     * All data is through; waits for the checkpoint that commits it, and passes barriers on
     * meanwhile.
     */
    FINISHING,
    /** Ended by the end of its input, or with the savepoint that ends the job. */
    FINISHED,
    /** Ended because it was asked to. */
    CANCELED,
    /** Ended by a failure. */
    FAILED;

    private static final Map<TaskState, Set<TaskState>> MOVES =
            Map.of(
                    CREATED, EnumSet.of(RUNNING, FINISHED, CANCELED, FAILED),
                    RUNNING, EnumSet.of(FINISHING, FINISHED, CANCELED, FAILED),
                    FINISHING, EnumSet.of(FINISHED, CANCELED, FAILED),
                    FINISHED, EnumSet.noneOf(TaskState.class),
                    CANCELED, EnumSet.noneOf(TaskState.class),
                    FAILED, EnumSet.noneOf(TaskState.class));

    /** The state after a legal move. */
    public TaskState to(TaskState next) {
        if (!MOVES.get(this).contains(next)) {
            throw new IllegalStateException("A task does not go from " + this + " to " + next);
        }
        return next;
    }

    public boolean isEnded() {
        return MOVES.get(this).isEmpty();
    }
}
