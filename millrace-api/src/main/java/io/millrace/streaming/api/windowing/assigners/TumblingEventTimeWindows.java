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
import java.util.Collections;
import java.util.Objects;

/**
 * Windows of one length, one after the other, by event time.
 *
 * <p>By default one of them begins at the epoch; an offset moves all. With a stagger the windows of
 * each subtask are moved once more, by an amount found when its first record comes.
 */
@PublicEvolving
public class TumblingEventTimeWindows extends WindowAssigner<Object, TimeWindow> {

    private static final long serialVersionUID = 1L;

    static {
        WindowGrids.leave(
                TumblingEventTimeWindows.class,
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

    protected TumblingEventTimeWindows(long size, long offset, WindowStagger windowStagger) {
        AlignedWindows.check("TumblingEventTimeWindows", size, size, offset);
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
    public static TumblingEventTimeWindows of(Time size) {
        return new TumblingEventTimeWindows(size.toMilliseconds(), 0, WindowStagger.ALIGNED);
    }

    /** Windows of this length, one of which begins at the epoch. */
    public static TumblingEventTimeWindows of(Duration size) {
        return new TumblingEventTimeWindows(Saturated.millis(size), 0, WindowStagger.ALIGNED);
    }

    /**
     * Windows of this length, one of which begins this long after the epoch.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static TumblingEventTimeWindows of(Time size, Time offset) {
        return new TumblingEventTimeWindows(
                size.toMilliseconds(), offset.toMilliseconds(), WindowStagger.ALIGNED);
    }

    /** Windows of this length, one of which begins this long after the epoch. */
    public static TumblingEventTimeWindows of(Duration size, Duration offset) {
        return new TumblingEventTimeWindows(
                Saturated.millis(size), Saturated.millis(offset), WindowStagger.ALIGNED);
    }

    /**
     * The same, moved by another amount in each subtask.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static TumblingEventTimeWindows of(Time size, Time offset, WindowStagger windowStagger) {
        return new TumblingEventTimeWindows(
                size.toMilliseconds(), offset.toMilliseconds(), windowStagger);
    }

    /** The same, moved by another amount in each subtask. */
    public static TumblingEventTimeWindows of(
            Duration size, Duration offset, WindowStagger windowStagger) {
        return new TumblingEventTimeWindows(
                Saturated.millis(size), Saturated.millis(offset), windowStagger);
    }

    @Override
    public Collection<TimeWindow> assignWindows(
            Object element, long timestamp, WindowAssignerContext context) {
        AlignedWindows.checkTimestamp("TumblingEventTimeWindows", timestamp);
        if (staggerOffset == null) {
            staggerOffset =
                    windowStagger.getStaggerOffset(context.getCurrentProcessingTime(), size);
        }
        return Collections.singletonList(
                AlignedWindows.tumbling(timestamp, (globalOffset + staggerOffset) % size, size));
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
        return "TumblingEventTimeWindows(" + size + ")";
    }
}
