// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.checkpoint;

import io.millrace.annotation.Public;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;

/**
 * A function that takes part in checkpoints itself. Both methods are called from the task's thread,
 * never while a record is handled.
 */
@Public
public interface CheckpointedFunction {

    /**
     * A snapshot is being taken: what this function knows must be in its state handles when this
     * returns.
     *
     * @throws Exception fails the task, or the checkpoint, as the job is set up
     */
    void snapshotState(FunctionSnapshotContext context) throws Exception;

    /**
     * Called once per attempt, before {@code open}, whether or not there is something to restore:
     * fetches the state handles and, if {@link FunctionInitializationContext#isRestored}, reads
     * them. State that was restored may well be empty.
     */
    void initializeState(FunctionInitializationContext context) throws Exception;
}
