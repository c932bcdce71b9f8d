// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.Collection;

/**
 * Windows of one length, of which a new one begins after each slide, whichever time they are of.
 */
abstract class SlidingWindows extends GridWindows {

    private static final long serialVersionUID = 1L;

    SlidingWindows(String name, WindowTime time, long size, long slide, long offset) {
        super(name, time, size, slide, offset);
    }

    @Override
    public Collection<TimeWindow> assignWindows(
            Object element, long timestamp, WindowAssignerContext context) {
        return AlignedWindows.sliding(time.of(name, timestamp, context), offset, slide, size);
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
    public String toString() {
        return name + "(" + size + ", " + slide + ")";
    }
}
