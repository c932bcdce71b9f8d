// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.runtime.state.StateInitializationContext;
import io.millrace.runtime.state.StateSnapshotContext;

/** Names what an operator with state implements. */
@Internal
public class StreamOperatorStateHandler {

    private StreamOperatorStateHandler() {}

    /** An operator with state. */
    @Internal
    public interface CheckpointedStreamOperator {

        /** Before {@code open}: registers and restores state. */
        void initializeState(StateInitializationContext context) throws Exception;

        /** At a barrier: puts into state what is held elsewhere; must not emit. */
        void snapshotState(StateSnapshotContext context) throws Exception;
    }
}
