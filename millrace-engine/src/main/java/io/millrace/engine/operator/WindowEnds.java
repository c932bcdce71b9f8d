// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.spi.Saturated;
import io.millrace.streaming.api.windowing.windows.Window;

/** When windows go away: with their last moment, those of event time later by the lateness. */
final class WindowEnds<W extends Window> {

    private final boolean eventTime;
    private final long allowedLateness;

    WindowEnds(boolean eventTime, long allowedLateness) {
        this.eventTime = eventTime;
        this.allowedLateness = allowedLateness;
    }

    boolean isEventTime() {
        return eventTime;
    }

    /** {@code Long.MAX_VALUE} for a window that never goes away (T09). */
    long cleanUpTime(W window) {
        return eventTime
                ? Saturated.add(window.maxTimestamp(), allowedLateness)
                : window.maxTimestamp();
    }

    /** Whether the window would have gone away by this watermark. */
    boolean isGone(W window, long watermark) {
        return eventTime && cleanUpTime(window) <= watermark;
    }
}
