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
import java.util.Collections;
import java.util.Objects;

/**
 * Windows of one length, one after the other, by processing time.
 *
 * <p>By default one of them begins at the epoch; an offset moves all. With a stagger the windows of
 * each subtask are moved once more, by an amount found when its first record comes.
 */
@PublicEvolving
public class TumblingProcessingTimeWindows extends WindowAssigner<Object, TimeWindow> {

    private static final long serialVersionUID = 1L;

    static {
        WindowGrids.leave(
                TumblingProcessingTimeWindows.class,
                windows ->
                        windows.windowStagger == WindowStagger.ALIGNED
                                ? new WindowGrid(windows.size, windows.size, windows.globalOffset)
                                : null);
    }

    private final long size;
    private final long globalOffset;
    private final WindowStagger windowStagger;

    /** Null until the first record has come. */
    private Long staggerOffset;

    private TumblingProcessingTimeWindows(long size, long offset, WindowStagger windowStagger) {
        AlignedWindows.check("TumblingProcessingTimeWindows", size, size, offset);
        this.size = size;
        this.globalOffset = offset;
        this.windowStagger = Objects.requireNonNull(windowStagger, "windowStagger");
    }

    /**
     * Windows of this length, one of which begins at the epoch.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static TumblingProcessingTimeWindows of(Time size) {
        return new TumblingProcessingTimeWindows(size.toMilliseconds(), 0, WindowStagger.ALIGNED);
    }

    /** Windows of this length, one of which begins at the epoch. */
    public static TumblingProcessingTimeWindows of(Duration size) {
        return new TumblingProcessingTimeWindows(Saturated.millis(size), 0, WindowStagger.ALIGNED);
    }

    /**
     * Windows of this length, one of which begins this long after the epoch.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static TumblingProcessingTimeWindows of(Time size, Time offset) {
        return new TumblingProcessingTimeWindows(
                size.toMilliseconds(), offset.toMilliseconds(), WindowStagger.ALIGNED);
    }

    /** Windows of this length, one of which begins this long after the epoch. */
    public static TumblingProcessingTimeWindows of(Duration size, Duration offset) {
        return new TumblingProcessingTimeWindows(
                Saturated.millis(size), Saturated.millis(offset), WindowStagger.ALIGNED);
    }

    /**
     * The same, moved by another amount in each subtask.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static TumblingProcessingTimeWindows of(
            Time size, Time offset, WindowStagger windowStagger) {
        return new TumblingProcessingTimeWindows(
                size.toMilliseconds(), offset.toMilliseconds(), windowStagger);
    }

    /** The same, moved by another amount in each subtask. */
    public static TumblingProcessingTimeWindows of(
            Duration size, Duration offset, WindowStagger windowStagger) {
        return new TumblingProcessingTimeWindows(
                Saturated.millis(size), Saturated.millis(offset), windowStagger);
    }

    @Override
    public Collection<TimeWindow> assignWindows(
            Object element, long timestamp, WindowAssignerContext context) {
        long now = context.getCurrentProcessingTime();
        if (staggerOffset == null) {
            staggerOffset = windowStagger.getStaggerOffset(now, size);
        }
        return Collections.singletonList(
                AlignedWindows.tumbling(now, (globalOffset + staggerOffset) % size, size));
    }

    /** Length of a window in milliseconds. */
    public long getSize() {
        return size;
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
        return "TumblingProcessingTimeWindows(" + size + ")";
    }
}
