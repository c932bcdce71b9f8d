// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.NoWatermarksGenerator;
import io.millrace.api.common.eventtime.RecordTimestampAssigner;
import io.millrace.api.common.eventtime.TimestampAssigner;
import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.SourceOutput;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a source's reader writes: assigns timestamps and makes the subtask's watermark.
 *
 * <p>Each split has a watermark generator of its own, since order holds within a split only; the
 * splits' watermark is the minimum over those that are not idle. Records that a reader writes
 * without naming a split go to a generator for all of them. The stream is idle when both sides are;
 * a side without splits counts as idle.
 */
final class SourceOutputs<T> implements ReaderOutput<T> {

    private final OperatorContext context;
    private final WatermarkStrategy<T> strategy;
    private final Output<T> out;
    private final StreamStatus status;
    private final TimestampAssigner<T> assigner;
    private final CombinedWatermark splits = new CombinedWatermark(0);
    private final Map<String, SplitOutput> bySplit = new LinkedHashMap<>();
    private final WatermarkGenerator<T> generator;
    private final MainMarks mainMarks = new MainMarks();

    /**
     * Whether timestamps pass as they are and no watermark is made: the usual road is then one
     * call.
     */
    private final boolean plain;

    private boolean mainIdle;

    SourceOutputs(OperatorContext context, WatermarkStrategy<T> strategy, Output<T> out) {
        this.context = context;
        this.strategy = strategy;
        this.out = out;
        this.status = new StreamStatus(out);
        StrategyContext strategyContext = new StrategyContext(context);
        this.assigner = strategy.createTimestampAssigner(strategyContext);
        this.generator = strategy.createWatermarkGenerator(strategyContext);
        this.plain =
                generator instanceof NoWatermarksGenerator
                        && assigner instanceof RecordTimestampAssigner;
    }

    /**
     * Every {@code pipeline.auto-watermark-interval}; the splits' watermark is taken once all have
     * been asked.
     */
    void onPeriodicEmit() {
        generator.onPeriodicEmit(mainMarks);
        boolean moved = false;
        for (SplitOutput split : bySplit.values()) {
            split.deferred = true;
            split.generator.onPeriodicEmit(split);
            split.deferred = false;
            moved |= split.moved;
            split.moved = false;
        }
        publish(moved);
    }

    private void publish(boolean moved) {
        boolean idle = mainIdle && splits.isIdle();
        if (moved) {
            status.emit(splits.watermark());
        }
        if (idle) {
            status.markIdle();
        } else {
            status.markActive();
        }
    }

    @Override
    public void collect(T record) {
        collect(record, TimestampAssigner.NO_TIMESTAMP);
    }

    /**
     * The record goes out before the generator hears of it, so it is never late by its own
     * watermark.
     */
    @Override
    public void collect(T record, long timestamp) {
        if (plain) {
            out.collect(record, timestamp);
            return;
        }
        long assigned = assigner.extractTimestamp(record, timestamp);
        out.collect(record, assigned);
        generator.onEvent(record, assigned, mainMarks);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        mainMarks.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
        mainMarks.markIdle();
    }

    @Override
    public void markActive() {
        mainMarks.markActive();
    }

    @Override
    public SourceOutput<T> createOutputForSplit(String splitId) {
        return bySplit.computeIfAbsent(splitId, id -> new SplitOutput());
    }

    @Override
    public void releaseOutputForSplit(String splitId) {
        SplitOutput split = bySplit.remove(splitId);
        if (split != null) {
            publish(splits.remove(split.part));
        }
    }

    /** What is said about the records that belong to no split in particular. */
    private final class MainMarks implements WatermarkOutput {
        @Override
        public void emitWatermark(Watermark watermark) {
            mainIdle = false;
            status.emit(watermark.getTimestamp());
        }

        @Override
        public void markIdle() {
            mainIdle = true;
            publish(false);
        }

        @Override
        public void markActive() {
            mainIdle = false;
            publish(false);
        }
    }

    private final class SplitOutput implements SourceOutput<T> {
        private final CombinedWatermark.Part part = splits.add();
        private final WatermarkGenerator<T> generator =
                strategy.createWatermarkGenerator(new StrategyContext(context));
        private boolean deferred;
        private boolean moved;

        @Override
        public void collect(T record) {
            collect(record, TimestampAssigner.NO_TIMESTAMP);
        }

        @Override
        public void collect(T record, long timestamp) {
            long assigned = assigner.extractTimestamp(record, timestamp);
            out.collect(record, assigned);
            generator.onEvent(record, assigned, this);
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            settle(splits.advance(part, watermark.getTimestamp()));
        }

        @Override
        public void markIdle() {
            settle(splits.setIdle(part, true));
        }

        @Override
        public void markActive() {
            settle(splits.setIdle(part, false));
        }

        private void settle(boolean movedNow) {
            if (deferred) {
                moved |= movedNow;
            } else {
                publish(movedNow);
            }
        }
    }
}
