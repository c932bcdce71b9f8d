// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.NoWatermarksGenerator;
import io.millrace.api.common.eventtime.TimestampAssigner;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.List;

/**
 * Assigns timestamps and makes watermarks in mid-stream. What came down as watermarks and idleness
 * ends here, but for the watermark of the end of data: from here on time is what this strategy
 * says.
 */
final class TimestampsOperator<T> implements Operator, Input<T> {

    private final OperatorContext context;
    private final WatermarkStrategy<T> strategy;
    private final Output<T> out;
    private final StreamStatus status;
    private final PeriodicEmission emission;
    private TimestampAssigner<T> assigner;
    private WatermarkGenerator<T> generator;

    /** Null where no watermarks are made. */
    private SilenceWatch watch;

    TimestampsOperator(OperatorContext context, WatermarkStrategy<T> strategy, Output<T> out) {
        this.context = context;
        this.strategy = strategy;
        this.out = out;
        this.status = new StreamStatus(out);
        this.emission = new PeriodicEmission(context, () -> generator.onPeriodicEmit(status));
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(this);
    }

    @Override
    public void initializeState() throws Exception {}

    @Override
    public void open() throws Exception {
        StrategyContext strategyContext = new StrategyContext(context, context.inputClock());
        assigner = strategy.createTimestampAssigner(strategyContext);
        generator = strategy.createWatermarkGenerator(strategyContext);
        if (!(generator instanceof NoWatermarksGenerator)) {
            watch = new SilenceWatch(context, null, false, List::of);
            status.writeTo(watch.entry());
        }
        emission.start();
        if (context.hadFinished()) { // nobody waits for its watermarks
            endTime();
        }
    }

    private void endTime() {
        emission.stop();
        if (watch != null) {
            watch.end();
        }
    }

    /**
     * The record goes out before the generator hears of it, so it is never late by its own
     * watermark.
     */
    @Override
    public void element(T value, long timestamp) throws Exception {
        long assigned = assigner.extractTimestamp(value, timestamp);
        out.collect(value, assigned);
        generator.onEvent(value, assigned, status);
        if (watch != null && assigned != Output.NO_TIMESTAMP) {
            watch.entry().sawTimestamp();
        }
    }

    @Override
    public void watermark(long timestamp) throws Exception {
        if (timestamp == Long.MAX_VALUE) {
            status.emit(timestamp);
        }
    }

    @Override
    public void idle(boolean idle) throws Exception {}

    @Override
    public void finish() throws Exception {
        endTime();
    }

    @Override
    public void prepareBarrier(long checkpointId) throws Exception {}

    /** Watermarks are no part of a snapshot (CK-107). */
    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {}

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {}

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {}

    @Override
    public boolean needsFinalCheckpoint() {
        return false;
    }

    @Override
    public void close() throws Exception {
        endTime();
    }
}
