// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.triggers;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.spi.Saturated;
import io.millrace.streaming.api.windowing.windows.Window;
import java.time.Duration;
import java.util.Objects;

/**
 * Does as another trigger does, and shows a window also when the clock has run for so long since a
 * record.
 *
 * @param <T> the records
 * @param <W> the windows
 */
@PublicEvolving
public class ProcessingTimeoutTrigger<T, W extends Window> extends Trigger<T, W> {

    private static final long serialVersionUID = 1L;

    private final Trigger<T, W> nestedTrigger;
    private final long interval;
    private final boolean resetTimerOnNewRecord;
    private final boolean shouldClearOnTimeout;

    /** When the time is up. */
    private final ValueStateDescriptor<Long> timeoutStateDesc =
            new ValueStateDescriptor<>("timeout", LongSerializer.INSTANCE);

    private ProcessingTimeoutTrigger(
            Trigger<T, W> nestedTrigger,
            long interval,
            boolean resetTimerOnNewRecord,
            boolean shouldClearOnTimeout) {
        this.nestedTrigger = Objects.requireNonNull(nestedTrigger, "nestedTrigger");
        this.interval = Intervals.check("ProcessingTimeoutTrigger", interval);
        this.resetTimerOnNewRecord = resetTimerOnNewRecord;
        this.shouldClearOnTimeout = shouldClearOnTimeout;
    }

    /** The time runs from the first record; when it is up, what the trigger keeps is cleared. */
    public static <T, W extends Window> ProcessingTimeoutTrigger<T, W> of(
            Trigger<T, W> nestedTrigger, Duration timeout) {
        return of(nestedTrigger, timeout, false, true);
    }

    /**
     * The trigger with a limit of time.
     *
     * @param resetTimerOnNewRecord whether the time runs from the last record instead of the first
     * @param shouldClearOnTimeout whether what the trigger keeps is cleared when the time is up
     */
    public static <T, W extends Window> ProcessingTimeoutTrigger<T, W> of(
            Trigger<T, W> nestedTrigger,
            Duration timeout,
            boolean resetTimerOnNewRecord,
            boolean shouldClearOnTimeout) {
        return new ProcessingTimeoutTrigger<>(
                nestedTrigger,
                Saturated.millis(timeout),
                resetTimerOnNewRecord,
                shouldClearOnTimeout);
    }

    @Override
    public TriggerResult onElement(T element, long timestamp, W window, TriggerContext ctx)
            throws Exception {
        TriggerResult result = nestedTrigger.onElement(element, timestamp, window, ctx);
        if (result.isPurge()) {
            clear(window, ctx);
            return result;
        }
        ValueState<Long> timeout = ctx.getPartitionedState(timeoutStateDesc);
        Long due = timeout.value();
        if (due != null && resetTimerOnNewRecord) {
            ctx.deleteProcessingTimeTimer(due);
            due = null;
        }
        if (due == null) {
            due = Saturated.add(ctx.getCurrentProcessingTime(), interval);
            timeout.update(due);
            ctx.registerProcessingTimeTimer(due);
        }
        return result;
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext ctx)
            throws Exception {
        TriggerResult result = nestedTrigger.onProcessingTime(time, window, ctx);
        if (shouldClearOnTimeout) {
            clear(window, ctx);
        }
        return result.isPurge() ? TriggerResult.FIRE_AND_PURGE : TriggerResult.FIRE;
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext ctx) throws Exception {
        TriggerResult result = nestedTrigger.onEventTime(time, window, ctx);
        if (result.isPurge()) {
            clear(window, ctx);
        }
        return result;
    }

    @Override
    public void clear(W window, TriggerContext ctx) throws Exception {
        ValueState<Long> timeout = ctx.getPartitionedState(timeoutStateDesc);
        Long due = timeout.value();
        if (due != null) {
            ctx.deleteProcessingTimeTimer(due);
            timeout.clear();
        }
        nestedTrigger.clear(window, ctx);
    }

    @Override
    public String toString() {
        return "TimeoutTrigger(" + nestedTrigger + ", " + interval + ")";
    }
}
