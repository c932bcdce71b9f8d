// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.Public;

/**
 * Hears what became of checkpoints. Both calls come from the task's thread, between records, and
 * are best effort: news can be missing or late, though never twice for one id. Completion of one
 * checkpoint stands for all earlier ones as well.
 */
@Public
public interface CheckpointListener {

    /**
     * The checkpoint is complete and durable. Work prepared for it or for an earlier one may now be
     * committed; what was prepared for a later one may not.
     *
     * @throws Exception fails the task; the checkpoint stays complete
     */
    void notifyCheckpointComplete(long checkpointId) throws Exception;

    /**
     * The checkpoint will never be complete. What was prepared for it must be kept: it belongs to
     * the next checkpoint.
     *
     * @throws Exception fails the task
     */
    default void notifyCheckpointAborted(long checkpointId) throws Exception {}
}
