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
 */
public record TaskSettings(
        boolean checkpointing,
        boolean checkpointsAfterFinish,
        boolean failOnSnapshotError,
        boolean exactlyOnce,
        long restoredCheckpointId) {}
