// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.spi.Saturated;
import io.millrace.spi.WindowGrid;
import io.millrace.spi.WindowGrids;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;
import java.util.Collection;

/**
 * Windows of one length by event time, of which a new one begins after each slide: with a slide
 * shorter than the length a record lies in several, with a longer one it may lie in none.
 */
@PublicEvolving
public class SlidingEventTimeWindows extends WindowAssigner<Object, TimeWindow> {

    private static final long serialVersionUID = 1L;

    static {
        WindowGrids.leave(
                SlidingEventTimeWindows.class,
                windows -> new WindowGrid(windows.size, windows.slide, windows.offset));
    }

    private final long size;
    private final long slide;
    private final long offset;

    protected SlidingEventTimeWindows(long size, long slide, long offset) {
        AlignedWindows.check("SlidingEventTimeWindows", size, slide, offset);
        this.size = size;
        this.slide = slide;
        this.offset = offset;
    }

    /**
     * Windows of this length, one of which begins at the epoch.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static SlidingEventTimeWindows of(Time size, Time slide) {
        return new SlidingEventTimeWindows(size.toMilliseconds(), slide.toMilliseconds(), 0);
    }

    /** Windows of this length, one of which begins at the epoch. */
    public static SlidingEventTimeWindows of(Duration size, Duration slide) {
        return new SlidingEventTimeWindows(Saturated.millis(size), Saturated.millis(slide), 0);
    }

    /**
     * Windows of this length, one of which begins this long after the epoch.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static SlidingEventTimeWindows of(Time size, Time slide, Time offset) {
        return new SlidingEventTimeWindows(
                size.toMilliseconds(), slide.toMilliseconds(), offset.toMilliseconds());
    }

    /** Windows of this length, one of which begins this long after the epoch. */
    public static SlidingEventTimeWindows of(Duration size, Duration slide, Duration offset) {
        return new SlidingEventTimeWindows(
                Saturated.millis(size), Saturated.millis(slide), Saturated.millis(offset));
    }

    @Override
    public Collection<TimeWindow> assignWindows(
            Object element, long timestamp, WindowAssignerContext context) {
        return AlignedWindows.sliding(
                AlignedWindows.checkTimestamp("SlidingEventTimeWindows", timestamp),
                offset,
                slide,
                size);
    }

    /** Length of a window in milliseconds. */
    public long getSize() {
        return size;
    }

    /** From the beginning of one window to that of the next, in milliseconds. */
    public long getSlide() {
        return slide;
    }

    @Override
    public Trigger<Object, TimeWindow> getDefaultTrigger() {
        return EventTimeTrigger.create();
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
        return true;
    }

    @Override
    public String toString() {
        return "SlidingEventTimeWindows(" + size + ", " + slide + ")";
    }
}
