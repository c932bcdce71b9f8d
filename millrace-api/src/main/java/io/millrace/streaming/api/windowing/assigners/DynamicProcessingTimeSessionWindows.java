// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.triggers.ProcessingTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;

/**
 * Sessions by processing time for which each record says how long they stay open after it.
 *
 * @param <T> the records
 */
@PublicEvolving
public class DynamicProcessingTimeSessionWindows<T> extends MergingWindowAssigner<T, TimeWindow> {

    private static final long serialVersionUID = 1L;

    /** Asked for each record. */
    protected SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor;

    protected DynamicProcessingTimeSessionWindows(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        this.sessionWindowTimeGapExtractor =
                Objects.requireNonNull(
                        sessionWindowTimeGapExtractor, "sessionWindowTimeGapExtractor");
    }

    /** Sessions for which each record says how long they stay open after it. */
    public static <T> DynamicProcessingTimeSessionWindows<T> withDynamicGap(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        return new DynamicProcessingTimeSessionWindows<>(sessionWindowTimeGapExtractor);
    }

    /**
     * The session that the record begins by itself.
     *
     * @throws IllegalArgumentException when the record says a gap that is not positive
     */
    @Override
    public Collection<TimeWindow> assignWindows(
            T element, long timestamp, WindowAssignerContext context) {
        long gap =
                AlignedWindows.checkGap(
                        "DynamicProcessingTimeSessionWindows",
                        sessionWindowTimeGapExtractor.extract(element));
        return Collections.singletonList(
                AlignedWindows.session(context.getCurrentProcessingTime(), gap));
    }

    @Override
    public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> c) {
        TimeWindow.mergeWindows(windows, c);
    }

    @Override
    public Trigger<T, TimeWindow> getDefaultTrigger() {
        return cast(ProcessingTimeTrigger.create());
    }

    @Override
    @Deprecated
    public Trigger<T, TimeWindow> getDefaultTrigger(StreamExecutionEnvironment env) {
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
        return "DynamicProcessingTimeSessionWindows()";
    }

    @SuppressWarnings("unchecked") // the trigger takes any record
    private static <T> Trigger<T, TimeWindow> cast(Trigger<?, TimeWindow> trigger) {
        return (Trigger<T, TimeWindow>) trigger;
    }
}
