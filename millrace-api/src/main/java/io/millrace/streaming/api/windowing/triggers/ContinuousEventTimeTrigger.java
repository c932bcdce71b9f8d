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
 * Shows a window again and again as event time passes, at whole multiples of the interval, and at
 * its end. Where both are the same time, once.
 *
 * @param <W> the windows
 */
@PublicEvolving
public class ContinuousEventTimeTrigger<W extends Window> extends Trigger<Object, W> {

    private static final long serialVersionUID = 1L;

    private final long interval;

    /** When the window is shown next. */
    private final ReducingStateDescriptor<Long> stateDesc =
            new ReducingStateDescriptor<>("fire-time", Math::min, LongSerializer.INSTANCE);

    private ContinuousEventTimeTrigger(long interval) {
        this.interval = Intervals.check("ContinuousEventTimeTrigger", interval);
    }

    /**
     * Shows windows in this interval.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static <W extends Window> ContinuousEventTimeTrigger<W> of(Time interval) {
        return new ContinuousEventTimeTrigger<>(interval.toMilliseconds());
    }

    /** Shows windows in this interval. */
    public static <W extends Window> ContinuousEventTimeTrigger<W> of(Duration interval) {
        return new ContinuousEventTimeTrigger<>(Saturated.millis(interval));
    }

    @Override
    public TriggerResult onElement(Object element, long timestamp, W window, TriggerContext ctx)
            throws Exception {
        if (window.maxTimestamp() <= ctx.getCurrentWatermark()) {
            return TriggerResult.FIRE;
        }
        ctx.registerEventTimeTimer(window.maxTimestamp());
        ReducingState<Long> next = ctx.getPartitionedState(stateDesc);
        if (next.get() == null) {
            register(Intervals.nextAfter(timestamp, interval), window, ctx, next);
        }
        return TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext ctx) throws Exception {
        ReducingState<Long> next = ctx.getPartitionedState(stateDesc);
        if (time == window.maxTimestamp()) {
            // Over: or a late record that merges the window with another would bring it back.
            next.clear();
            return TriggerResult.FIRE;
        }
        Long due = next.get();
        if (due == null || due != time) {
            return TriggerResult.CONTINUE;
        }
        next.clear();
        register(Saturated.add(time, interval), window, ctx, next);
        return TriggerResult.FIRE;
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext ctx)
            throws Exception {
        return TriggerResult.CONTINUE;
    }

    @Override
    public void clear(W window, TriggerContext ctx) throws Exception {
        ReducingState<Long> next = ctx.getPartitionedState(stateDesc);
        Long due = next.get();
        if (due != null) {
            ctx.deleteEventTimeTimer(due);
            next.clear();
        }
        ctx.deleteEventTimeTimer(window.maxTimestamp());
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
            ctx.registerEventTimeTimer(due);
        }
        if (window.maxTimestamp() > ctx.getCurrentWatermark()) {
            ctx.registerEventTimeTimer(window.maxTimestamp());
        }
    }

    /** Milliseconds. */
    public long getInterval() {
        return interval;
    }

    @Override
    public String toString() {
        return "ContinuousEventTimeTrigger(" + interval + ")";
    }

    /** The end of the window is a firing of its own, so none comes after it. */
    private static void register(
            long time, Window window, TriggerContext ctx, ReducingState<Long> next)
            throws Exception {
        long due = Math.min(time, window.maxTimestamp());
        next.add(due);
        ctx.registerEventTimeTimer(due);
    }
}
