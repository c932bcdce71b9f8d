// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import java.util.List;

/**
 * The end of a stream in a {@link SinkFunction}. Two-phase commit comes by the interfaces that such
 * a function has: it pre-commits in its snapshot and commits in its notification.
 */
final class FunctionSinkOperator<I> extends FunctionOperator
        implements Input<I>, SinkFunction.Context {

    private final SinkFunction<I> function;
    private final CurrentKey<I> key;
    private long timestamp = Output.NO_TIMESTAMP;
    private long watermark = Long.MIN_VALUE;

    FunctionSinkOperator(
            OperatorContext context, SinkFunction<I> function, KeySelector<I, ?> selector) {
        super(context, function);
        this.function = function;
        this.key = CurrentKey.orNull(selector, context);
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(this);
    }

    @Override
    public void element(I value, long elementTimestamp) throws Exception {
        if (key != null) {
            key.set(value);
        }
        timestamp = elementTimestamp;
        function.invoke(value, this);
    }

    @Override
    public void watermark(long newWatermark) throws Exception {
        watermark = newWatermark;
        function.writeWatermark(new Watermark(newWatermark));
    }

    @Override
    public void idle(boolean idle) throws Exception {}

    @Override
    public void finish() throws Exception {
        super.finish();
        function.finish();
    }

    @Override
    public long currentProcessingTime() {
        return context.clock().millis();
    }

    @Override
    public long currentWatermark() {
        return watermark;
    }

    @Override
    public Long timestamp() {
        return timestamp == Output.NO_TIMESTAMP ? null : timestamp;
    }
}
