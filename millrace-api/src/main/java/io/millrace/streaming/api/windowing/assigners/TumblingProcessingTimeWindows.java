// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.spi.Saturated;
import io.millrace.spi.WindowGrids;
import io.millrace.streaming.api.windowing.time.Time;
import java.time.Duration;

/**
 * Windows of one length, one after the other, by processing time.
 *
 * <p>By default one of them begins at the epoch; an offset moves all. With a stagger the windows of
 * each subtask are moved once more, by an amount found when its first record comes.
 */
@PublicEvolving
public class TumblingProcessingTimeWindows extends TumblingWindows {

    private static final long serialVersionUID = 1L;

    static {
        WindowGrids.leave(TumblingProcessingTimeWindows.class, TumblingWindows::grid);
    }

    private TumblingProcessingTimeWindows(long size, long offset, WindowStagger windowStagger) {
        super("TumblingProcessingTimeWindows", WindowTime.PROCESSING, size, offset, windowStagger);
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

    /** Length of a window in milliseconds. */
    public long getSize() {
        return size;
    }
}
