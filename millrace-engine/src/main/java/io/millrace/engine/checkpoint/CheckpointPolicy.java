// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.SnapshotOrder;

/**
 * The rules by which one job takes checkpoints. All times in milliseconds.
 *
 * @param intervalMs start to start; 0 means no periodic and no final checkpoints, only requested
 *     ones
 * @param pauseMs from the end of one attempt, completed or not, to the next periodic start; 0 means
 *     none
 * @param timeoutMs how long an attempt may collect answers; at least 1
 * @param maxConcurrent how many may run at once; at least 1. A pause makes it 1, see {@link
 *     #slots()}
 * @param tolerableFailures how many counted failures in a row are borne; {@link Integer#MAX_VALUE}
 *     is unlimited
 * @param timeoutCounts whether an expired attempt is a counted failure
 * @param syncErrorsFailTask whether an error on the task's own step fails the task (and is then
 *     never declined)
 * @param afterTasksFinish whether checkpoints go on when some tasks have finished
 * @param backlogIntervalMs start to start while a source is behind its input; 0 means no periodic
 *     ones then
 * @param alignmentMs how long barriers keep their place before they overtake what is on its way,
 *     see {@link SnapshotOrder#alignmentMs}
 */
public record CheckpointPolicy(
        long intervalMs,
        long pauseMs,
        long timeoutMs,
        int maxConcurrent,
        int tolerableFailures,
        boolean timeoutCounts,
        boolean syncErrorsFailTask,
        boolean afterTasksFinish,
        long backlogIntervalMs,
        long alignmentMs) {
    public CheckpointPolicy {
        require(backlogIntervalMs >= 0, "an interval of 0 (none) or more", backlogIntervalMs);
        require(intervalMs >= 0, "an interval of 0 (none) or more", intervalMs);
        require(pauseMs >= 0, "a pause of 0 (none) or more", pauseMs);
        require(timeoutMs >= 1, "a timeout of at least 1 ms", timeoutMs);
        require(
                alignmentMs >= SnapshotOrder.ALIGNED,
                "an alignment of " + SnapshotOrder.ALIGNED + " (whatever it takes) or more",
                alignmentMs);
        require(maxConcurrent >= 1, "at least 1 at once", maxConcurrent);
        require(tolerableFailures >= 0, "0 or more tolerable failures", tolerableFailures);
    }

    /** Rules by which a backlog changes nothing, and barriers keep their place. */
    public CheckpointPolicy(
            long intervalMs,
            long pauseMs,
            long timeoutMs,
            int maxConcurrent,
            int tolerableFailures,
            boolean timeoutCounts,
            boolean syncErrorsFailTask,
            boolean afterTasksFinish) {
        this(
                intervalMs,
                pauseMs,
                timeoutMs,
                maxConcurrent,
                tolerableFailures,
                timeoutCounts,
                syncErrorsFailTask,
                afterTasksFinish,
                intervalMs,
                SnapshotOrder.ALIGNED);
    }

    private static void require(boolean holds, String wanted, long found) {
        if (!holds) {
            throw new IllegalArgumentException("Checkpoints need " + wanted + ", not " + found);
        }
    }

    /** Whether the schedule runs at all. */
    public boolean isPeriodic() {
        return intervalMs > 0;
    }

    /** How many really run at once: a pause is only a pause when nothing runs in it. */
    public int slots() {
        return pauseMs > 0 ? 1 : maxConcurrent;
    }
}
