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
import io.millrace.engine.chain.WatermarkBoard;
import io.millrace.engine.time.HeldClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a source's reader writes: assigns timestamps and makes the subtask's watermark.
 *
 * <p>Each split has a watermark generator of its own, since order holds within a split only; the
 * splits' watermark is the minimum over those that are not idle. Records that a reader writes
 * without naming a split go to a generator for all of them. Watermarks of both sides go out as they
 * come, and the larger counts. The stream is idle when both sides are; a side that the reader does
 * not use has no say in it.
 *
 * <p>Idleness is measured by clocks that stand still while a split, or the whole source, has to
 * wait for others: who may not speak is not idle.
 */
final class SourceOutputs<T> implements ReaderOutput<T> {

    private final WatermarkStrategy<T> strategy;
    private final OperatorContext context;
    private final Output<T> out;
    private final StreamStatus status;
    private final HeldClock activity;
    private final TimestampAssigner<T> assigner;
    private final CombinedWatermark splits = new CombinedWatermark(0);
    private final Map<String, SplitOutput> bySplit = new LinkedHashMap<>();
    private WatermarkGenerator<T> generator;
    private final MainMarks mainMarks = new MainMarks();

    /**
     * Whether timestamps pass as they are and no watermark is made: the usual road is then one
     * call.
     */
    private final boolean plain;

    /** Null where no watermark is made. */
    private WatermarkBoard.Entry entry;

    private boolean news;
    private boolean mainUsed;
    private boolean mainIdle;

    /** Whether a record ever came by a split's own output. */
    private boolean splitsUsed;

    SourceOutputs(OperatorContext context, WatermarkStrategy<T> strategy, Output<T> out) {
        this.context = context;
        this.strategy = strategy;
        this.out = out;
        this.status = new StreamStatus(out);
        this.activity = new HeldClock(context.inputClock());
        this.assigner = strategy.createTimestampAssigner(new StrategyContext(context, activity));
        this.generator = newGenerator();
        this.plain =
                generator instanceof NoWatermarksGenerator
                        && assigner instanceof RecordTimestampAssigner;
    }

    private WatermarkGenerator<T> newGenerator() {
        return strategy.createWatermarkGenerator(new StrategyContext(context, activity));
    }

    /** Whether the strategy makes watermarks at all. */
    boolean makesWatermarks() {
        return !(generator instanceof NoWatermarksGenerator);
    }

    /** From now on what is emitted is written down there, too. */
    void writeTo(WatermarkBoard.Entry board) {
        entry = board;
        status.writeTo(board);
    }

    /** Whether a watermark has moved, or somebody became idle or active, since the last call. */
    boolean takeNews() {
        boolean there = news;
        news = false;
        return there;
    }

    /** What was emitted last; {@link Long#MIN_VALUE} for nothing. */
    long watermark() {
        return status.watermark();
    }

    /** Stops the clock by which idleness of the whole source is measured, or lets it go on. */
    void hold(boolean held) {
        if (held) {
            activity.hold();
        } else {
            activity.release();
        }
    }

    /** What a split's watermark is. */
    interface SplitReader {
        void split(String id, long watermark, boolean idle);
    }

    int splitCount() {
        return bySplit.size();
    }

    void forEachSplit(SplitReader reader) {
        bySplit.forEach(
                (id, split) ->
                        reader.split(
                                id,
                                CombinedWatermark.watermark(split.part),
                                CombinedWatermark.isIdle(split.part)));
    }

    /** Stops the clock by which the idleness of a split is measured, or lets it go on. */
    void holdSplit(String id, boolean held) {
        SplitOutput split = bySplit.get(id);
        if (split == null) {
            return;
        }
        if (held) {
            split.activity.hold();
        } else {
            split.activity.release();
        }
    }

    /** Splits without a watermark that are not idle, where the reader tells splits apart. */
    List<String> silentSplits() {
        List<String> silent = new ArrayList<>();
        if (splitsUsed) {
            forEachSplit(
                    (id, watermark, idle) -> {
                        if (watermark == Long.MIN_VALUE && !idle) {
                            silent.add(id);
                        }
                    });
        }
        return silent;
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
        if (moved) {
            status.emit(splits.watermark());
        }
        boolean mainHasNoSay = !mainUsed && !bySplit.isEmpty();
        boolean splitsHaveNoSay = mainUsed && !splitsUsed;
        if ((mainIdle || mainHasNoSay) && (splits.isIdle() || splitsHaveNoSay)) {
            status.markIdle();
        } else {
            status.markActive();
        }
        news = true;
    }

    private void seen(long timestamp) {
        if (entry != null && timestamp != TimestampAssigner.NO_TIMESTAMP) {
            entry.sawTimestamp();
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
        mainUsed = true;
        out.collect(record, assigned);
        generator.onEvent(record, assigned, mainMarks);
        seen(assigned);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        mainUsed = true;
        mainMarks.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
        mainUsed = true;
        mainMarks.markIdle();
    }

    @Override
    public void markActive() {
        mainUsed = true;
        mainMarks.markActive();
    }

    @Override
    public SourceOutput<T> createOutputForSplit(String splitId) {
        SplitOutput there = bySplit.get(splitId);
        return there != null ? there : newOutput(splitId);
    }

    /** A split that has come has its say from now on: the stream is idle no longer. */
    private SplitOutput newOutput(String splitId) {
        SplitOutput split = new SplitOutput();
        bySplit.put(splitId, split);
        publish(false);
        return split;
    }

    @Override
    public void releaseOutputForSplit(String splitId) {
        SplitOutput split = bySplit.remove(splitId);
        if (split == null) {
            return;
        }
        if (bySplit.isEmpty() && !mainUsed && !status.isIdle()) {
            // The next split may be on its way: silence counts from now on, not from the beginning.
            generator = newGenerator();
            mainIdle = false;
        }
        publish(splits.remove(split.part));
    }

    /** What is said about the records that belong to no split in particular. */
    private final class MainMarks implements WatermarkOutput {
        @Override
        public void emitWatermark(Watermark watermark) {
            if (watermark.getTimestamp() > status.watermark()) {
                mainIdle = false;
                status.emit(watermark.getTimestamp());
                news = true;
            }
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
        private final HeldClock activity = new HeldClock(SourceOutputs.this.activity);
        private final WatermarkGenerator<T> generator =
                strategy.createWatermarkGenerator(new StrategyContext(context, activity));
        private boolean deferred;
        private boolean moved;

        @Override
        public void collect(T record) {
            collect(record, TimestampAssigner.NO_TIMESTAMP);
        }

        @Override
        public void collect(T record, long timestamp) {
            long assigned = assigner.extractTimestamp(record, timestamp);
            splitsUsed = true;
            out.collect(record, assigned);
            generator.onEvent(record, assigned, this);
            seen(assigned);
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
