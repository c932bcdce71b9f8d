// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import java.util.Objects;

/**
 * Whether a job's checkpoints stay when it ends. Pure. A process that is killed decides nothing, so
 * everything stays; savepoints stay always and are not asked about here.
 *
 * @param policy what the user chose
 * @param keepAfterFinish {@code millrace.checkpoints.keep-after-finish}: keep them when the job has
 *     finished, too, under every policy
 */
public record Retention(Policy policy, boolean keepAfterFinish) {

    /** The choices of {@code execution.checkpointing.externalized-checkpoint-retention}. */
    public enum Policy {
        /** Checkpoints are for recovery only and go with the job. */
        NO_EXTERNALIZED_CHECKPOINTS,
        /** They stay when the job fails. */
        DELETE_ON_CANCELLATION,
        /** They stay when the job fails or is cancelled. */
        RETAIN_ON_CANCELLATION
    }

    /** How a job ends. */
    public enum End {
        FINISHED,
        CANCELED,
        FAILED,
        /** Stopped by a signal, to be resumed. */
        SUSPENDED
    }

    public Retention {
        Objects.requireNonNull(policy, "policy");
    }

    /** Whether the completed checkpoints stay after such an end. */
    public boolean keeps(End end) {
        return switch (end) {
            case FINISHED -> keepAfterFinish;
            case CANCELED -> policy == Policy.RETAIN_ON_CANCELLATION;
            case FAILED -> policy != Policy.NO_EXTERNALIZED_CHECKPOINTS;
            case SUSPENDED -> true;
        };
    }
}
