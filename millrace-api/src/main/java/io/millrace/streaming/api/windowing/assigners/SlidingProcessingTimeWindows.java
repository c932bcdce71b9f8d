// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.spi.Saturated;
import io.millrace.spi.WindowGrids;
import io.millrace.streaming.api.windowing.time.Time;
import java.time.Duration;

/**
 * Windows of one length by processing time, of which a new one begins after each slide: with a
 * slide shorter than the length a record lies in several, with a longer one it may lie in none.
 */
@PublicEvolving
public class SlidingProcessingTimeWindows extends SlidingWindows {

    private static final long serialVersionUID = 1L;

    static {
        WindowGrids.leave(SlidingProcessingTimeWindows.class, SlidingWindows::grid);
    }

    private SlidingProcessingTimeWindows(long size, long slide, long offset) {
        super("SlidingProcessingTimeWindows", WindowTime.PROCESSING, size, slide, offset);
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
}
