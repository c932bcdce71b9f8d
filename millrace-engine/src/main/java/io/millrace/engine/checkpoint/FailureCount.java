// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointDecision.Abort;

/**
 * How many checkpoints have failed in a row, and what is said when it is one too many (CK-42 to
 * CK-45).
 *
 * <p>Each checkpoint counts at most once, for it is given up at most once. One that completes sets
 * the count to 0; from then on failures of older ones do not count, which matters when several run
 * at once: nobody needs them any more.
 */
final class FailureCount {

    private final CheckpointPolicy policy;
    private int inARow;
    private long newestCompleted;

    FailureCount(CheckpointPolicy policy) {
        this.policy = policy;
    }

    /** An attempt begins; the checkpoint it was restored from is the newest that is known. */
    void begin(long restoredId) {
        inARow = 0;
        newestCompleted = Math.max(newestCompleted, restoredId);
    }

    void completed(long id) {
        newestCompleted = Math.max(newestCompleted, id); // a savepoint may take longer
        inARow = 0;
    }

    /** Takes a failure in; whether it counts. Of a savepoint only what tasks do wrong (CK-47). */
    boolean failed(long id, boolean savepoint, CheckpointFailureReason reason) {
        if (id <= newestCompleted
                || !reason.counts(policy.timeoutCounts())
                || savepoint && !reason.isOfTask()) {
            return false;
        }
        inARow++;
        return true;
    }

    /** Counted failures since the last success. */
    int inARow() {
        return inARow;
    }

    /** Whether the job has to fail; if so the count begins anew. */
    boolean takeTooMany() {
        if (inARow <= policy.tolerableFailures()) {
            return false;
        }
        inARow = 0;
        return true;
    }

    /** What the job fails with when this failure was one too many. */
    static String tooMany(Abort abort) {
        String place = abort.place();
        String what =
                "Checkpoint "
                        + abort.id()
                        + " failed because "
                        + abort.reason().text()
                        + (place.isEmpty() ? "" : ": " + place)
                        + (abort.cause() == null ? "" : " (" + abort.cause() + ")");
        String count =
                abort.tolerable() == 0
                        ? "No failed checkpoint is tolerable"
                        : abort.failures()
                                + " checkpoints in a row have failed and "
                                + abort.tolerable()
                                + (abort.tolerable() == 1 ? " is tolerable" : " are tolerable");
        return what
                + ". "
                + count
                + " (execution.checkpointing.tolerable-failed-checkpoints), so the job fails.";
    }
}
