// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.spi.ResultHandOver;
import java.util.List;

/**
 * The end of a stream whose records go back to the program. What may be read when is the subject of
 * {@link ResultHandOver}; this tells it where barriers lie, and keeps in the snapshot what has not
 * been read, for another process that goes on from it.
 */
final class CollectOperator<T> implements Operator, Input<T> {

    private static final String STATE = "unread";

    private final OperatorContext context;
    private final ResultHandOver<T> handOver;
    private final TypeInformation<T> type;
    private final ResultHandOver.Guarantee guarantee;
    private ListState<T> unread;
    private boolean holding;

    /** With the promise that checkpoints make, where there are any. */
    CollectOperator(
            OperatorContext context,
            ResultHandOver<T> handOver,
            TypeInformation<T> type,
            boolean exactlyOnce) {
        this.context = context;
        this.handOver = handOver;
        this.type = type;
        this.guarantee =
                !context.checkpointingEnabled()
                        ? ResultHandOver.Guarantee.NONE
                        : exactlyOnce
                                ? ResultHandOver.Guarantee.EXACTLY_ONCE
                                : ResultHandOver.Guarantee.AT_LEAST_ONCE;
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(this);
    }

    @Override
    public void initializeState() throws Exception {
        boolean first =
                handOver.begin(
                        guarantee,
                        context.restoredCheckpointId(),
                        () -> context.execute(this::lookForRoom));
        if (guarantee != ResultHandOver.Guarantee.EXACTLY_ONCE) {
            return;
        }
        unread =
                context.operatorState()
                        .getListState(
                                new ListStateDescriptor<>(
                                        STATE, Serializers.of(type, context.executionConfig())));
        if (first) {
            for (T value : unread.get()) {
                handOver.takeBack(value);
            }
        }
        unread.clear();
    }

    @Override
    public void open() {}

    @Override
    public void element(T value, long timestamp) {
        if (!handOver.add(value) && !holding) {
            holding = true;
            context.holdInput(true);
        }
    }

    private void lookForRoom() {
        if (holding && handOver.hasRoom()) {
            holding = false;
            context.holdInput(false);
        }
    }

    @Override
    public void watermark(long timestamp) {}

    @Override
    public void idle(boolean idle) {}

    @Override
    public void finish() {}

    @Override
    public void prepareBarrier(long checkpointId) {}

    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
        if (unread != null) {
            unread.update(handOver.seal(snapshot.getCheckpointId()));
        }
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        handOver.complete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) {}

    /** What came last is seen when the last checkpoint is complete. */
    @Override
    public boolean needsFinalCheckpoint() {
        return guarantee == ResultHandOver.Guarantee.EXACTLY_ONCE;
    }

    @Override
    public void close() {}
}
