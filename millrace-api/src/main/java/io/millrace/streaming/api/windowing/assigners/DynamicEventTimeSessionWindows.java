// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;

/**
 * Sessions by event time for which each record says how long they stay open after it.
 *
 * @param <T> the records
 */
@PublicEvolving
public class DynamicEventTimeSessionWindows<T> extends MergingWindowAssigner<T, TimeWindow> {

    private static final long serialVersionUID = 1L;

    /** Asked for each record. */
    protected SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor;

    protected DynamicEventTimeSessionWindows(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        this.sessionWindowTimeGapExtractor =
                Objects.requireNonNull(
                        sessionWindowTimeGapExtractor, "sessionWindowTimeGapExtractor");
    }

    /** Sessions for which each record says how long they stay open after it. */
    public static <T> DynamicEventTimeSessionWindows<T> withDynamicGap(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        return new DynamicEventTimeSessionWindows<>(sessionWindowTimeGapExtractor);
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
                        "DynamicEventTimeSessionWindows",
                        sessionWindowTimeGapExtractor.extract(element));
        return Collections.singletonList(
                AlignedWindows.session(
                        AlignedWindows.checkTimestamp("DynamicEventTimeSessionWindows", timestamp),
                        gap));
    }

    @Override
    public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> c) {
        TimeWindow.mergeWindows(windows, c);
    }

    @Override
    public Trigger<T, TimeWindow> getDefaultTrigger() {
        return cast(EventTimeTrigger.create());
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
        return true;
    }

    @Override
    public String toString() {
        return "DynamicEventTimeSessionWindows()";
    }

    @SuppressWarnings("unchecked") // the trigger takes any record
    private static <T> Trigger<T, TimeWindow> cast(Trigger<?, TimeWindow> trigger) {
        return (Trigger<T, TimeWindow>) trigger;
    }
}
