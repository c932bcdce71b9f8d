// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.checkpoint;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.util.List;

/**
 * The older way to have state in checkpoints: a list of serializable objects, dealt out evenly when
 * the parallelism changes. Where a function implements {@link CheckpointedFunction} too, only that
 * is used.
 *
 * @param <T> the entries
 * @deprecated implement {@link CheckpointedFunction}
 */
@Deprecated
@PublicEvolving
public interface ListCheckpointed<T extends Serializable> {

    /**
     * The state as a list; null is the same as an empty one. The list and its entries must not be
     * changed afterwards.
     *
     * @param checkpointId the id of the checkpoint
     * @param timestamp when it was triggered, in milliseconds
     */
    List<T> snapshotState(long checkpointId, long timestamp) throws Exception;

    /** Called before {@code open} when there is something to restore; the list can be empty. */
    void restoreState(List<T> state) throws Exception;
}
