// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a stream in a {@link SinkFunction}. Two-phase commit comes by the interfaces that such
 * a function has: it pre-commits in its snapshot and commits in its notification.
 */
final class FunctionSinkOperator<I> extends FunctionOperator
        implements Input<I>, SinkFunction.Context {

    private static final Logger LOG = LoggerFactory.getLogger(FunctionSinkOperator.class);

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
    public void initializeState() throws Exception {
        super.initializeState();
        // In this order: asking whose class it is would load that class in every job.
        if (!context.checkpointingEnabled()
                && function instanceof TwoPhaseCommitSinkFunction
                && context.subtask() == 0) {
            LOG.warn(
                    "The sink '{}' commits what it writes when a checkpoint has completed, but this"
                            + " job takes no checkpoints: nothing will be committed, not at the end of"
                            + " the input either, except by a savepoint. Switch checkpoints on, with"
                            + " env.enableCheckpointing(...) or execution.checkpointing.interval.",
                    context.operatorName());
        }
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
