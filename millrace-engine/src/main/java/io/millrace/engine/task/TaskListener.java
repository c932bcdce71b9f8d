// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.TaskSnapshot;
import java.util.List;

/**
 * What a task has to tell. The job implements it; every method puts a value into the supervisor's
 * inbox and returns at once. Called on the task's step or on an I/O thread.
 */
public interface TaskListener {

    /** Larger than any number of a question. */
    long LAST_WORD = Long.MAX_VALUE;

    /** Restored and opened. */
    void running(TaskKey task);

    /**
     * The task's part of a checkpoint is durable.
     *
     * @param afterEnd whether its operators had finished before the snapshot was taken
     */
    void acknowledge(TaskKey task, TaskSnapshot snapshot, boolean afterEnd);

    /** The task will not take part in a checkpoint. */
    void decline(TaskKey task, long checkpointId, Decline reason, String operator, Throwable cause);

    /** All data is through; only barriers can follow. */
    void endOfData(TaskKey task);

    /**
     * How the accumulators stand, in answer to {@link Letter.TellAccumulators}, or for the last
     * time before the task says that it ended.
     *
     * @param question the number of the letter; {@link #LAST_WORD} at the end
     */
    void accumulators(TaskKey task, long question, List<AccumulatorValue> values);

    /**
     * How the flow in a loop stands.
     *
     * @param question the number of the letter; 0 when all that enters by this task has entered,
     *     which is said unasked; {@link #LAST_WORD} at the end
     */
    void flow(TaskKey task, long question, Flow flow);

    void finished(TaskKey task);

    void canceled(TaskKey task);

    void failed(TaskFailure failure);

    /** A letter for the coordinator of the source at the task's head. */
    void toCoordinator(TaskKey task, OperatorId operator, Object event);

    /** Why a task does not take part in a checkpoint. */
    enum Decline {
        /** An error in the part that runs on the task's step. */
        SYNCHRONOUS_FAILURE,
        /** An error while the state was written. */
        ASYNCHRONOUS_FAILURE,
        /** A newer barrier came before this one was complete. */
        SUBSUMED,
        /** A cancel marker came in place of the barrier. */
        CANCEL_MARKER,
        /** The task is not running yet. */
        NOT_READY,
        /** The task's input has ended, and checkpoints after the end are off. */
        END_OF_INPUT
    }
}
