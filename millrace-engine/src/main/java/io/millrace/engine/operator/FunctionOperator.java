// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.DefaultOpenContext;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.RichFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.checkpoint.ListCheckpointed;

/**
 * The life of an operator that is built around one user function: its runtime context, its opening
 * and closing, its state, its notifications. What happens to a record is told by the operator
 * itself.
 */
abstract class FunctionOperator implements Operator {

    protected final OperatorContext context;
    protected final FunctionContext functionContext;
    private final Function function;
    private ListCheckpointedState listState;
    private boolean begun;

    FunctionOperator(OperatorContext context, Function function) {
        this.context = context;
        this.function = function;
        this.functionContext = new FunctionContext(context);
    }

    @Override
    @SuppressWarnings("deprecation") // ListCheckpointed is old, but programs have it
    public void initializeState() throws Exception {
        begun = true;
        ReleaseHooks.retain(context.userClassLoader());
        if (function instanceof RichFunction rich) {
            rich.setRuntimeContext(functionContext);
        }
        if (function instanceof CheckpointedFunction checkpointed) {
            checkpointed.initializeState(
                    new FunctionInitialization(context, functionContext.keyedStates()));
        } else if (function instanceof ListCheckpointed<?> checkpointed) {
            listState = new ListCheckpointedState(checkpointed, context);
            listState.restore();
        }
    }

    @Override
    public void open() throws Exception {
        if (function instanceof RichFunction rich) {
            rich.open(DefaultOpenContext.INSTANCE);
        }
    }

    @Override
    public void finish() throws Exception {}

    @Override
    public void prepareBarrier(long checkpointId) throws Exception {}

    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
        if (function instanceof CheckpointedFunction checkpointed) {
            checkpointed.snapshotState(snapshot);
        } else if (listState != null) {
            listState.snapshot(snapshot);
        }
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        if (function instanceof CheckpointListener listener) {
            listener.notifyCheckpointComplete(checkpointId);
        }
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        if (function instanceof CheckpointListener listener) {
            listener.notifyCheckpointAborted(checkpointId);
        }
    }

    /** A function that listens to checkpoints has something to do when the last one is complete. */
    @Override
    public boolean needsFinalCheckpoint() {
        return context.checkpointingEnabled() && function instanceof CheckpointListener;
    }

    @Override
    public void close() throws Exception {
        if (!begun) {
            return;
        }
        begun = false;
        try {
            if (function instanceof RichFunction rich) {
                rich.close();
            }
        } finally {
            ReleaseHooks.release(context.userClassLoader());
        }
    }
}
