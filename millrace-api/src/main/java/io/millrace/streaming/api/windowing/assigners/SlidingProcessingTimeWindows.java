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
import io.millrace.streaming.api.windowing.triggers.ProcessingTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;
import java.util.Collection;

/**
 * Windows of one length by processing time, of which a new one begins after each slide: with a
 * slide shorter than the length a record lies in several, with a longer one it may lie in none.
 */
@PublicEvolving
public class SlidingProcessingTimeWindows extends WindowAssigner<Object, TimeWindow> {

    private static final long serialVersionUID = 1L;

    static {
        WindowGrids.leave(
                SlidingProcessingTimeWindows.class,
                windows -> new WindowGrid(windows.size, windows.slide, windows.offset));
    }

    private final long size;
    private final long slide;
    private final long offset;

    private SlidingProcessingTimeWindows(long size, long slide, long offset) {
        AlignedWindows.check("SlidingProcessingTimeWindows", size, slide, offset);
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
    public static SlidingProcessingTimeWindows of(Time size, Time slide) {
        return new SlidingProcessingTimeWindows(size.toMilliseconds(), slide.toMilliseconds(), 0);
    }

    /** Windows of this length, one of which begins at the epoch. */
    public static SlidingProcessingTimeWindows of(Duration size, Duration slide) {
        return new SlidingProcessingTimeWindows(Saturated.millis(size), Saturated.millis(slide), 0);
    }

    /**
     * Windows of this length, one of which begins this long after the epoch.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static SlidingProcessingTimeWindows of(Time size, Time slide, Time offset) {
        return new SlidingProcessingTimeWindows(
                size.toMilliseconds(), slide.toMilliseconds(), offset.toMilliseconds());
    }

    /** Windows of this length, one of which begins this long after the epoch. */
    public static SlidingProcessingTimeWindows of(Duration size, Duration slide, Duration offset) {
        return new SlidingProcessingTimeWindows(
                Saturated.millis(size), Saturated.millis(slide), Saturated.millis(offset));
    }

    @Override
    public Collection<TimeWindow> assignWindows(
            Object element, long timestamp, WindowAssignerContext context) {
        return AlignedWindows.sliding(context.getCurrentProcessingTime(), offset, slide, size);
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
        return "SlidingProcessingTimeWindows(" + size + ", " + slide + ")";
    }
}
