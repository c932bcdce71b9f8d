// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

/**
 * Why a checkpoint was not taken, or was given up; and whether that counts against the tolerable
 * number of failures.
 *
 * <p>What counts is what the user would want to hear of: somebody could not write, or did not
 * manage in time. What the engine itself brings about in its ordinary life (a restart, a newer
 * checkpoint that overtook, a task that ended) does not.
 */
public enum CheckpointFailureReason {
    // Refused before it began: it has no id.
    /** The job does not run (any more). */
    NOT_ALL_TASKS_RUNNING(Weight.IGNORED, "not all tasks are running"),
    /** The pause after the last attempt lasts. */
    MIN_PAUSE(
            Weight.IGNORED,
            "the pause after the last attempt (execution.checkpointing.min-pause) is not over"),
    /** The slot is full. */
    SLOT_FULL(
            Weight.IGNORED,
            "as many checkpoints as may run at once"
                    + " (execution.checkpointing.max-concurrent-checkpoints) are running"),
    /** The enumerators of another one have not all said where they stand. */
    SETTING_UP(Weight.IGNORED, "another checkpoint is just being begun"),
    /** Removing files does not keep up. */
    REMOVING(
            Weight.IGNORED,
            "more checkpoints are being removed than may run at once"
                    + " (execution.checkpointing.max-concurrent-checkpoints)"),
    /** Part of the job has ended and the user wanted no checkpoints from then on. */
    TASKS_FINISHED(
            Weight.IGNORED,
            "some tasks have finished and"
                    + " execution.checkpointing.checkpoints-after-tasks-finish is false"),
    /** The queue of requests is full. */
    TOO_MANY_REQUESTS(Weight.IGNORED, "too many requested checkpoints are waiting already"),

    /** A request to end the job is being carried out. */
    STOPPING(Weight.IGNORED, "the job is about to end with a savepoint already"),

    // Given up after it began.
    /** Where a savepoint is to go there can be none. */
    NO_PLACE(Weight.IGNORED, "its directory could not be made"),
    /**
     * The part on the task's own step threw: a user's {@code snapshotState}, or freezing the state.
     */
    SYNC_FAILURE(Weight.COUNTED, "a task failed while it took its snapshot"),
    /** The part on the I/O thread threw: state could not be serialized or written. */
    ASYNC_FAILURE(Weight.COUNTED, "a task's state could not be written"),
    /** A source's enumerator could not say where it stands. */
    COORDINATOR_FAILURE(Weight.COUNTED, "a source's enumerator failed while its state was taken"),
    /** A task declined for a reason of its own. */
    DECLINED(Weight.COUNTED, "a task declined it"),
    /** All snapshots were there, the manifest was not to be written. */
    MANIFEST_FAILURE(Weight.COUNTED, "its manifest could not be written"),
    /** The time was up. */
    EXPIRED(
            Weight.COUNTED_IF_ASKED,
            "it was not complete when its time (execution.checkpointing.timeout) was up"),
    /** A task met the barrier of a newer checkpoint before it had all barriers of this one. */
    OVERTAKEN(Weight.IGNORED, "a task met a newer checkpoint's barrier first"),
    /** A newer checkpoint is complete; nobody needs this one any more. */
    SUBSUMED(Weight.IGNORED, "a newer checkpoint is complete"),
    /** A task ended before it answered. */
    TASK_ENDED(Weight.IGNORED, "a task ended before it answered"),
    /**
     * An input ended in the middle of the alignment, and checkpoints after the end are switched
     * off.
     */
    INPUT_ENDED(Weight.IGNORED, "an input ended before its barrier came"),
    /** A union list is only whole when all its subtasks still run, or none. */
    UNION_STATE_PARTLY_FINISHED(
            Weight.IGNORED,
            "an operator with union list state, or with records that go round a loop, has finished in"
                    + " some subtasks and not in others, so that state would be incomplete"),
    /** A task failed; the job restarts or ends. */
    TASK_FAILURE(Weight.IGNORED, "a task failed"),
    /** The job was stopped from outside: cancelled or suspended. */
    JOB_STOPPED(Weight.IGNORED, "the job was stopped"),
    /** The job has ended by itself. */
    JOB_ENDED(Weight.IGNORED, "the job has ended");

    private enum Weight {
        COUNTED,
        /** Counted when the user set a tolerable number himself, see semantics 9, CK-44. */
        COUNTED_IF_ASKED,
        IGNORED
    }

    private final Weight weight;
    private final String text;

    CheckpointFailureReason(Weight weight, String text) {
        this.weight = weight;
        this.text = text;
    }

    /**
     * Whether it counts as a failure.
     *
     * @param timeoutCounts the rule of this job for {@link #EXPIRED}
     */
    public boolean counts(boolean timeoutCounts) {
        return weight == Weight.COUNTED || weight == Weight.COUNTED_IF_ASKED && timeoutCounts;
    }

    /**
     * Whether somebody should be warned of a checkpoint that was given up for it, be it counted or
     * not: something is wrong, or will stay as it is until something is done.
     */
    public boolean isTrouble() {
        return weight != Weight.IGNORED || this == UNION_STATE_PARTLY_FINISHED;
    }

    /** Whether a task did something wrong, rather than somebody who coordinates. */
    public boolean isOfTask() {
        return this == SYNC_FAILURE || this == ASYNC_FAILURE || this == DECLINED;
    }

    /** Half a sentence for people, to be put after "because". */
    public String text() {
        return text;
    }
}
