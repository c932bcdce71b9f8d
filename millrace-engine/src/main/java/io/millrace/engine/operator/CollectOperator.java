// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.spi.ResultHandOver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The end of a stream whose records go back to the program. What may be read when is the subject of
 * {@link ResultHandOver}; this tells it where barriers lie, and keeps in the snapshot what has not
 * been read, for another process that goes on from it.
 */
final class CollectOperator<T> implements Operator, Input<T> {

    static final String STATE = "unread";

    /** Where among them records stand that are null, which a list state can't hold. */
    static final String NULLS = "unread-nulls";

    private final OperatorContext context;
    private final ResultHandOver<T> handOver;
    private final TypeInformation<T> type;
    private final ResultHandOver.Guarantee guarantee;
    private ListState<T> unread;
    private ListState<Long> nulls;
    private UnaryOperator<T> copy;
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
        if (guarantee == ResultHandOver.Guarantee.NONE) {
            return;
        }
        TypeSerializer<T> serializer = Serializers.of(type, context.executionConfig());
        copy = serializer.isImmutableType() ? UnaryOperator.identity() : serializer::copy;
        unread = context.operatorState().getListState(new ListStateDescriptor<>(STATE, serializer));
        nulls = context.operatorState().getListState(new ListStateDescriptor<>(NULLS, Types.LONG));
        if (first) {
            takeBack();
        }
        unread.clear();
        nulls.clear();
    }

    private void takeBack() throws Exception {
        Iterator<Long> nextNull = nulls.get().iterator();
        long nullAt = nextNull.hasNext() ? nextNull.next() : -1;
        long position = 0;
        for (T value : unread.get()) {
            for (; position == nullAt; position++) {
                handOver.takeBack(null);
                nullAt = nextNull.hasNext() ? nextNull.next() : -1;
            }
            handOver.takeBack(value);
            position++;
        }
        while (nullAt >= 0) {
            handOver.takeBack(null);
            nullAt = nextNull.hasNext() ? nextNull.next() : -1;
        }
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
        if (unread == null) {
            return;
        }
        List<T> records = handOver.seal(snapshot.getCheckpointId(), copy);
        List<T> present = new ArrayList<>(records.size());
        List<Long> absent = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            if (records.get(i) == null) {
                absent.add((long) i);
            } else {
                present.add(records.get(i));
            }
        }
        unread.update(present);
        nulls.update(absent);
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
