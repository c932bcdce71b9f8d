// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.spi.Saturated;
import io.millrace.spi.WindowGrids;
import io.millrace.streaming.api.windowing.time.Time;
import java.time.Duration;

/**
 * Windows of one length by event time, of which a new one begins after each slide: with a slide
 * shorter than the length a record lies in several, with a longer one it may lie in none.
 */
@PublicEvolving
public class SlidingEventTimeWindows extends SlidingWindows {

    private static final long serialVersionUID = 1L;

    static {
        WindowGrids.leave(SlidingEventTimeWindows.class, SlidingWindows::grid);
    }

    protected SlidingEventTimeWindows(long size, long slide, long offset) {
        super("SlidingEventTimeWindows", WindowTime.EVENT, size, slide, offset);
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
}
