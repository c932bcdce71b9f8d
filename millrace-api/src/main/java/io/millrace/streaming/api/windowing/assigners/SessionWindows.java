// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.Collection;
import java.util.Collections;

/**
 * What sessions have in common, whichever time they are of and whoever says the gap.
 *
 * @param <T> the records
 */
abstract class SessionWindows<T> extends MergingWindowAssigner<T, TimeWindow> {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final WindowTime time;

    /**
     * @param name what the assigner is called in errors and plans
     */
    SessionWindows(String name, WindowTime time) {
        this.name = name;
        this.time = time;
    }

    /** How long a session stays open after the record, in milliseconds. */
    abstract long gap(T element);

    /**
     * The session that the record begins by itself.
     *
     * @throws IllegalArgumentException when the record says a gap that is not positive
     */
    @Override
    public Collection<TimeWindow> assignWindows(
            T element, long timestamp, WindowAssignerContext context) {
        long gap = gap(element);
        return Collections.singletonList(
                AlignedWindows.session(time.of(name, timestamp, context), gap));
    }

    @Override
    public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> c) {
        TimeWindow.mergeWindows(windows, c);
    }

    @Override
    public Trigger<T, TimeWindow> getDefaultTrigger() {
        return time.trigger();
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
        return time == WindowTime.EVENT;
    }
}
