// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.spi.Saturated;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Windows that lie on a grid of time, the same for all keys. A window that would reach beyond the
 * range of long is cut there. Pure.
 */
final class AlignedWindows {

    private AlignedWindows() {}

    /**
     * The windows that hold a time, the latest first.
     *
     * @param offset where one of the windows begins
     */
    static List<TimeWindow> sliding(long timestamp, long offset, long slide, long size) {
        long into =
                Math.floorMod(
                        Math.floorMod(timestamp, slide) - Math.floorMod(offset, slide), slide);
        if (into >= size) {
            return Collections.emptyList(); // between two windows that are further apart than long
        }
        List<TimeWindow> windows = new ArrayList<>((int) Math.min(1024, size / slide + 1));
        while (into < size) {
            windows.add(window(timestamp, into, size));
            if (into > Long.MAX_VALUE - slide) {
                break;
            }
            into += slide;
        }
        return windows;
    }

    /** The one window that holds a time. */
    static TimeWindow tumbling(long timestamp, long offset, long size) {
        long into =
                Math.floorMod(Math.floorMod(timestamp, size) - Math.floorMod(offset, size), size);
        return window(timestamp, into, size);
    }

    /** The session that a record begins by itself. */
    static TimeWindow session(long timestamp, long gap) {
        return new TimeWindow(timestamp, Saturated.add(timestamp, gap));
    }

    private static TimeWindow window(long timestamp, long into, long size) {
        return new TimeWindow(
                Saturated.subtract(timestamp, into), Saturated.add(timestamp, size - into));
    }

    /** Refuses sizes that make no windows. */
    static void check(String assigner, long size, long slide, long offset) {
        if (size <= 0 || slide <= 0) {
            throw new IllegalArgumentException(
                    assigner
                            + " needs a positive length"
                            + (size == slide ? "" : " and slide")
                            + ", but "
                            + (size == slide
                                    ? "it is " + size + " ms"
                                    : "they are " + size + " ms and " + slide + " ms"));
        }
        if (offset <= -slide || offset >= slide) {
            throw new IllegalArgumentException(
                    assigner
                            + " needs an offset smaller than "
                            + slide
                            + " ms on either side of zero (a larger one gives the same windows as one"
                            + " within), but it is "
                            + offset
                            + " ms");
        }
    }

    /** Refuses a gap that makes no session. */
    static long checkGap(String assigner, long gap) {
        if (gap <= 0) {
            throw new IllegalArgumentException(
                    assigner + " needs a positive gap, but it is " + gap + " ms");
        }
        return gap;
    }

    /** Refuses a record without a timestamp for windows of event time. */
    static long checkTimestamp(String assigner, long timestamp) {
        if (timestamp == Long.MIN_VALUE) {
            throw new IllegalStateException(
                    "A record has no timestamp, and "
                            + assigner
                            + " assigns windows by it. Call assignTimestampsAndWatermarks(...) on the"
                            + " stream before the window, or use windows of processing time");
        }
        return timestamp;
    }
}
