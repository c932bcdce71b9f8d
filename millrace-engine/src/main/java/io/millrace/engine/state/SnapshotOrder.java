// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * What is asked of a task: a snapshot for one checkpoint, and of which form. Travels from the
 * coordinator to the sources as a letter, and from there with the barriers.
 *
 * @param checkpointId which checkpoint
 * @param timestampMs when it was triggered, in milliseconds since 1970; the same for all tasks
 * @param form what the snapshot must be like
 * @param alignmentMs how long a task may hold inputs back until all have shown the barrier; when
 *     that is over the barrier overtakes what is on its way, which becomes part of the snapshot. 0
 *     for overtaking at once, {@link #ALIGNED} for never
 * @param stops whether the job ends with this checkpoint: after its barrier no source emits
 *     anything, unless the checkpoint is given up
 */
public record SnapshotOrder(
        long checkpointId, long timestampMs, Form form, long alignmentMs, boolean stops) {

    /** No barrier overtakes anything, however long it takes. */
    public static final long ALIGNED = -1;

    /** What a snapshot must be like. */
    public enum Form {
        /** May refer to files that earlier checkpoints have written. */
        CHECKPOINT,
        /**
         * Refers to nothing earlier, and nor may later ones refer to what was before it; to its own
         * files they may.
         */
        FULL_CHECKPOINT,
        /** Belongs to the user and stands alone, in the form that is best for its backend. */
        NATIVE_SAVEPOINT,
        /** Belongs to the user and stands alone, in the form that every backend reads. */
        CANONICAL_SAVEPOINT;

        /** Whether it belongs to the user. */
        public boolean isSavepoint() {
            return this == NATIVE_SAVEPOINT || this == CANONICAL_SAVEPOINT;
        }
    }

    public SnapshotOrder {
        if (alignmentMs < ALIGNED) {
            throw new IllegalArgumentException("An alignment of " + alignmentMs + " ms");
        }
        if (alignmentMs != ALIGNED && form.isSavepoint()) {
            throw new IllegalArgumentException("A savepoint is aligned");
        }
    }

    /** An ordinary, aligned checkpoint. */
    public static SnapshotOrder checkpoint(long checkpointId, long timestampMs) {
        return new SnapshotOrder(checkpointId, timestampMs, Form.CHECKPOINT, ALIGNED, false);
    }
}
