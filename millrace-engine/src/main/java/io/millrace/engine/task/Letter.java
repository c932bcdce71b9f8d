// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.exchange.Announcement;
import io.millrace.engine.state.SnapshotOrder;

/** A control message to a task; opened between two records. */
public sealed interface Letter {

    /** Take a snapshot; to tasks that no barrier reaches. */
    record TriggerCheckpoint(SnapshotOrder order) implements Letter {}

    /** The sender of a channel announces a barrier, or its end, past what is on its way. */
    record Announced(int channel, Announcement announcement) implements Letter {}

    /** The checkpoint is durable. */
    record CheckpointComplete(long checkpointId) implements Letter {}

    /**
     * The checkpoint will never be.
     *
     * @param latestCompletedId the newest that is complete, told along in case the news was missed;
     *     0 for none
     */
    record CheckpointAborted(long checkpointId, long latestCompletedId) implements Letter {}

    /**
     * The job is to stop after its end of data: a source reads no further, and every task waits at
     * its end for the savepoint.
     */
    record Drain() implements Letter {}

    /** The savepoint with which the job stops is complete: commit, and end. */
    record Leave(long checkpointId) implements Letter {}

    /** Say how the accumulators stand. Questions are numbered upwards. */
    record TellAccumulators(long question) implements Letter {}

    /** To a part of a loop: say how the flow stands. Questions are numbered upwards. */
    record TellFlow(long question) implements Letter {}

    /** To a part of a loop that comes to its end. */
    record OfLoop(Word word) implements Letter {
        /** What is to be done, in this order. */
        public enum Word {
            /** Nothing goes round: the last watermark may pass. */
            RELEASE,
            /** Still nothing: whatever is fed back from now on would be lost, and is an error. */
            CLOSE,
            /** Still nothing: the end of what enters is the end of the loop. */
            END
        }
    }

    /** For the source at the head, from its coordinator. */
    record SourceEvent(Object event) implements Letter {}

    /** Something an operator asked to be run in its task's step. */
    record Run(OperatorContext.Action action) implements Letter {}
}
