// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.spi.Saturated;
import io.millrace.streaming.api.windowing.time.Time;
import java.time.Duration;

/**
 * Sessions by event time: records of a key that follow each other within the gap are in one window,
 * which ends a gap after the last of them. Sessions that touch become one.
 */
@PublicEvolving
public class EventTimeSessionWindows extends SessionWindows<Object> {

    private static final long serialVersionUID = 1L;

    /** The gap in milliseconds. */
    protected long sessionTimeout;

    protected EventTimeSessionWindows(long sessionTimeout) {
        super("EventTimeSessionWindows", WindowTime.EVENT);
        this.sessionTimeout = AlignedWindows.checkGap("EventTimeSessionWindows", sessionTimeout);
    }

    /**
     * Sessions that end after this long without a record.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static EventTimeSessionWindows withGap(Time size) {
        return new EventTimeSessionWindows(size.toMilliseconds());
    }

    /** Sessions that end after this long without a record. */
    public static EventTimeSessionWindows withGap(Duration size) {
        return new EventTimeSessionWindows(Saturated.millis(size));
    }

    /** Sessions for which each record says how long they stay open after it. */
    @PublicEvolving
    public static <T> DynamicEventTimeSessionWindows<T> withDynamicGap(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        return DynamicEventTimeSessionWindows.withDynamicGap(sessionWindowTimeGapExtractor);
    }

    @Override
    long gap(Object element) {
        return sessionTimeout;
    }

    @Override
    public String toString() {
        return "EventTimeSessionWindows(" + sessionTimeout + ")";
    }
}
