// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

/**
 * What a task must know of the job's settings.
 *
 * @param checkpointing whether checkpoints are taken
 * @param checkpointsAfterFinish whether they go on after some task has finished
 * @param failOnSnapshotError whether an error in the synchronous part fails the task; else it
 *     declines
 * @param exactlyOnce whether barriers hold channels up so that the cut is clean
 * @param restoredCheckpointId the checkpoint the attempt began with, 0 for none
 * @param inFlight what becomes of records that are on their way
 */
public record TaskSettings(
        boolean checkpointing,
        boolean checkpointsAfterFinish,
        boolean failOnSnapshotError,
        boolean exactlyOnce,
        long restoredCheckpointId,
        InFlight inFlight) {

    /**
     * What becomes of records that are on their way.
     *
     * @param overtaken whether barriers may overtake them
     * @param ignoredOf the checkpoint of which they are not restored; -1 for none
     * @param betweenTimers whether a barrier that overtakes may also come between the timers of a
     *     watermark that is being processed
     */
    public record InFlight(boolean overtaken, long ignoredOf, boolean betweenTimers) {
        /** Barriers keep their place. */
        public static final InFlight IN_LINE = new InFlight(false, -1, false);
    }

    /** Of a job in which barriers keep their place. */
    public TaskSettings(
            boolean checkpointing,
            boolean checkpointsAfterFinish,
            boolean failOnSnapshotError,
            boolean exactlyOnce,
            long restoredCheckpointId) {
        this(
                checkpointing,
                checkpointsAfterFinish,
                failOnSnapshotError,
                exactlyOnce,
                restoredCheckpointId,
                InFlight.IN_LINE);
    }
}
