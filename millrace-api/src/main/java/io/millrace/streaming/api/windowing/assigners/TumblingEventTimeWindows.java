// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.spi.Saturated;
import io.millrace.spi.WindowGrids;
import io.millrace.streaming.api.windowing.time.Time;
import java.time.Duration;

/**
 * Windows of one length, one after the other, by event time.
 *
 * <p>By default one of them begins at the epoch; an offset moves all. With a stagger the windows of
 * each subtask are moved once more, by an amount found when its first record comes.
 */
@PublicEvolving
public class TumblingEventTimeWindows extends TumblingWindows {

    private static final long serialVersionUID = 1L;

    static {
        WindowGrids.leave(TumblingEventTimeWindows.class, TumblingWindows::grid);
    }

    protected TumblingEventTimeWindows(long size, long offset, WindowStagger windowStagger) {
        super("TumblingEventTimeWindows", WindowTime.EVENT, size, offset, windowStagger);
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
}
