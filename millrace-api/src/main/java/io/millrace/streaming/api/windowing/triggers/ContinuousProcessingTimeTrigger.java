// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.triggers;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.spi.Saturated;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.windows.Window;
import java.time.Duration;

/**
 * Shows a window again and again as the clock runs, at whole multiples of the interval, for as long
 * as the window is there; where a multiple lies behind the end of a window that is still to come,
 * at that end instead.
 *
 * @param <W> the windows
 */
@PublicEvolving
public class ContinuousProcessingTimeTrigger<W extends Window> extends Trigger<Object, W> {

    private static final long serialVersionUID = 1L;

    private final long interval;

    /** When the window is shown next. */
    private final ReducingStateDescriptor<Long> stateDesc =
            new ReducingStateDescriptor<>("fire-time", Math::min, LongSerializer.INSTANCE);

    private ContinuousProcessingTimeTrigger(long interval) {
        this.interval = Intervals.check("ContinuousProcessingTimeTrigger", interval);
    }

    /**
     * Shows windows in this interval.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static <W extends Window> ContinuousProcessingTimeTrigger<W> of(Time interval) {
        return new ContinuousProcessingTimeTrigger<>(interval.toMilliseconds());
    }

    /** Shows windows in this interval. */
    public static <W extends Window> ContinuousProcessingTimeTrigger<W> of(Duration interval) {
        return new ContinuousProcessingTimeTrigger<>(Saturated.millis(interval));
    }

    @Override
    public TriggerResult onElement(Object element, long timestamp, W window, TriggerContext ctx)
            throws Exception {
        ReducingState<Long> next = ctx.getPartitionedState(stateDesc);
        if (next.get() == null) {
            long now = ctx.getCurrentProcessingTime();
            register(now, Intervals.nextAfter(now, interval), window, ctx, next);
        }
        return TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext ctx) throws Exception {
        return TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext ctx)
            throws Exception {
        ReducingState<Long> next = ctx.getPartitionedState(stateDesc);
        Long due = next.get();
        if (due == null || due != time) {
            return TriggerResult.CONTINUE;
        }
        next.clear();
        register(time, Saturated.add(time, interval), window, ctx, next);
        return TriggerResult.FIRE;
    }

    @Override
    public void clear(W window, TriggerContext ctx) throws Exception {
        ReducingState<Long> next = ctx.getPartitionedState(stateDesc);
        Long due = next.get();
        if (due != null) {
            ctx.deleteProcessingTimeTimer(due);
            next.clear();
        }
    }

    @Override
    public boolean canMerge() {
        return true;
    }

    @Override
    public void onMerge(W window, OnMergeContext ctx) throws Exception {
        ctx.mergePartitionedState(stateDesc);
        Long due = ctx.getPartitionedState(stateDesc).get();
        if (due != null) {
            ctx.registerProcessingTimeTimer(due);
        }
    }

    /** Milliseconds. */
    public long getInterval() {
        return interval;
    }

    @Override
    public String toString() {
        return "ContinuousProcessingTimeTrigger(" + interval + ")";
    }

    /**
     * Cut at the window's end only while that lies ahead: windows of event time may have their end
     * far behind the clock, and would be shown without pause.
     */
    private static void register(
            long now, long time, Window window, TriggerContext ctx, ReducingState<Long> next)
            throws Exception {
        long end = window.maxTimestamp();
        long due = end > now ? Math.min(time, end) : time;
        next.add(due);
        ctx.registerProcessingTimeTimer(due);
    }
}
