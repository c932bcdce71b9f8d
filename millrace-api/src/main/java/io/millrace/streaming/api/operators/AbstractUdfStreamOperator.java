// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.DefaultOpenContext;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.RichFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.runtime.state.StateInitializationContext;
import io.millrace.runtime.state.StateSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.checkpoint.ListCheckpointed;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import java.util.Objects;

/**
 * An operator around a user function: the function is opened, closed, snapshotted and notified with
 * the operator.
 *
 * @param <OUT> what is emitted
 * @param <F> the function
 */
@PublicEvolving
@SuppressWarnings("deprecation") // ListCheckpointed is old, but programs have it
public abstract class AbstractUdfStreamOperator<OUT, F extends Function>
        extends AbstractStreamOperator<OUT>
        implements OutputTypeConfigurable<OUT>, UserFunctionProvider<F> {

    private static final long serialVersionUID = 1L;

    protected final F userFunction;

    public AbstractUdfStreamOperator(F userFunction) {
        this.userFunction = Objects.requireNonNull(userFunction, "userFunction");
        if (userFunction instanceof CheckpointedFunction
                && userFunction instanceof ListCheckpointed) {
            throw new IllegalStateException(
                    "The function "
                            + userFunction.getClass().getName()
                            + " is both a CheckpointedFunction and ListCheckpointed. Its state can be kept"
                            + " in one way only: leave out ListCheckpointed.");
        }
    }

    @Override
    public F getUserFunction() {
        return userFunction;
    }

    @Override
    void isSetUp() {
        if (userFunction instanceof RichFunction rich) {
            rich.setRuntimeContext(getRuntimeContext());
        }
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        if (userFunction instanceof CheckpointedFunction checkpointed) {
            checkpointed.initializeState(context);
        } else if (userFunction instanceof ListCheckpointed<?> checkpointed) {
            surroundings().restore(checkpointed);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        if (userFunction instanceof CheckpointedFunction checkpointed) {
            checkpointed.snapshotState(context);
        } else if (userFunction instanceof ListCheckpointed) {
            surroundings().snapshotList(context);
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        if (userFunction instanceof RichFunction rich) {
            rich.open(DefaultOpenContext.INSTANCE);
        }
    }

    @Override
    public void finish() throws Exception {
        super.finish();
        if (userFunction instanceof SinkFunction<?> sink) {
            sink.finish();
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
        if (userFunction instanceof RichFunction rich) {
            rich.close();
        }
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        if (userFunction instanceof CheckpointListener listener) {
            listener.notifyCheckpointComplete(checkpointId);
        }
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        super.notifyCheckpointAborted(checkpointId);
        if (userFunction instanceof CheckpointListener listener) {
            listener.notifyCheckpointAborted(checkpointId);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the function emits what its operator emits
    public void setOutputType(TypeInformation<OUT> outTypeInfo, ExecutionConfig executionConfig) {
        if (userFunction instanceof OutputTypeConfigurable) {
            ((OutputTypeConfigurable<OUT>) userFunction)
                    .setOutputType(outTypeInfo, executionConfig);
        }
    }
}
