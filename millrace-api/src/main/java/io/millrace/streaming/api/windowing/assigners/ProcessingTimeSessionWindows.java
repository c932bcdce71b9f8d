// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.spi.Saturated;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.triggers.ProcessingTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;

/**
 * Sessions by processing time: records of a key that follow each other within the gap are in one
 * window, which ends a gap after the last of them. Sessions that touch become one.
 */
@PublicEvolving
public class ProcessingTimeSessionWindows extends MergingWindowAssigner<Object, TimeWindow> {

    private static final long serialVersionUID = 1L;

    /** The gap in milliseconds. */
    protected long sessionTimeout;

    protected ProcessingTimeSessionWindows(long sessionTimeout) {
        this.sessionTimeout =
                AlignedWindows.checkGap("ProcessingTimeSessionWindows", sessionTimeout);
    }

    /**
     * Sessions that end after this long without a record.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static ProcessingTimeSessionWindows withGap(Time size) {
        return new ProcessingTimeSessionWindows(size.toMilliseconds());
    }

    /** Sessions that end after this long without a record. */
    public static ProcessingTimeSessionWindows withGap(Duration size) {
        return new ProcessingTimeSessionWindows(Saturated.millis(size));
    }

    /** Sessions for which each record says how long they stay open after it. */
    @PublicEvolving
    public static <T> DynamicProcessingTimeSessionWindows<T> withDynamicGap(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        return DynamicProcessingTimeSessionWindows.withDynamicGap(sessionWindowTimeGapExtractor);
    }

    @Override
    public Collection<TimeWindow> assignWindows(
            Object element, long timestamp, WindowAssignerContext context) {
        return Collections.singletonList(
                AlignedWindows.session(context.getCurrentProcessingTime(), sessionTimeout));
    }

    @Override
    public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> c) {
        TimeWindow.mergeWindows(windows, c);
    }

    @Override
    public Trigger<Object, TimeWindow> getDefaultTrigger() {
        return ProcessingTimeTrigger.create();
    }

    @Override
    @Deprecated
    public Trigger<Object, TimeWindow> getDefaultTrigger(StreamExecutionEnvironment env) {
        return getDefaultTrigger();
    }

    @Override
    public TypeSerializer<TimeWindow> getWindowSerializer(ExecutionConfig executionConfig) {
        return new TimeWindow.Serializer();
    }

    @Override
    public boolean isEventTime() {
        return false;
    }

    @Override
    public String toString() {
        return "ProcessingTimeSessionWindows(" + sessionTimeout + ")";
    }
}
