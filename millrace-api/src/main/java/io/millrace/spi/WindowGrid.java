// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

/**
 * Windows of one size that begin at equal distances, the same for all keys, and are numbered: the
 * one with number n begins at {@code origin + n * slide}. Times are milliseconds. Pure.
 *
 * @param size length of a window, positive
 * @param slide from the beginning of one to that of the next, positive
 * @param origin where number 0 begins; nearer to 0 than {@code slide}
 */
public record WindowGrid(long size, long slide, long origin) {

    /** No time whose windows could leave the range of long is on the grid. */
    private static final long FURTHEST = Long.MAX_VALUE / 4;

    public WindowGrid {
        if (size <= 0 || slide <= 0 || origin <= -slide || origin >= slide) {
            throw new IllegalArgumentException(
                    "No grid of windows: size " + size + ", slide " + slide + ", origin " + origin);
        }
    }

    /** Whether the windows of this time can be told by their numbers. */
    public boolean holds(long time) {
        return time > -FURTHEST && time < FURTHEST && size < FURTHEST && slide < FURTHEST;
    }

    /** Number of the last window that holds a time, or would if windows were as long as slides. */
    public long last(long time) {
        return Math.floorDiv(time - origin, slide);
    }

    /** Number of the first window that ends after a time: it holds it, unless there are gaps. */
    public long first(long time) {
        return Math.floorDiv(time - origin - size, slide) + 1;
    }

    public long start(long number) {
        return origin + number * slide;
    }

    /** The first millisecond after the window. */
    public long end(long number) {
        return start(number) + size;
    }

    /** Whether a window is one of this grid. */
    public boolean isOn(long start, long end) {
        return holds(start)
                && holds(end)
                && end - start == size
                && Math.floorMod(start - origin, slide) == 0;
    }

    /** How many windows hold a time, at most. */
    public long overlap() {
        return (size - 1) / slide + 1;
    }
}
