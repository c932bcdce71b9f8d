// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.spi.WindowGrid;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;

/** Windows of one length, one after the other, whichever time they are of. */
abstract class TumblingWindows extends GridWindows {

    private static final long serialVersionUID = 1L;

    private final WindowStagger windowStagger;

    /** Null until the first record has come. */
    private Long staggerOffset;

    TumblingWindows(
            String name, WindowTime time, long size, long offset, WindowStagger windowStagger) {
        super(name, time, size, size, offset);
        this.windowStagger = Objects.requireNonNull(windowStagger, "windowStagger");
    }

    @Override
    WindowGrid grid() {
        return windowStagger == WindowStagger.ALIGNED ? super.grid() : null;
    }

    @Override
    public Collection<TimeWindow> assignWindows(
            Object element, long timestamp, WindowAssignerContext context) {
        long moment = time.of(name, timestamp, context);
        if (staggerOffset == null) {
            staggerOffset =
                    windowStagger.getStaggerOffset(context.getCurrentProcessingTime(), size);
        }
        return Collections.singletonList(
                AlignedWindows.tumbling(moment, (offset + staggerOffset) % size, size));
    }

    @Override
    public String toString() {
        return name + "(" + size + ")";
    }
}
