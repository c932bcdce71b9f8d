// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.spi.Saturated;
import io.millrace.streaming.api.windowing.time.Time;
import java.time.Duration;

/**
 * Sessions by processing time: records of a key that follow each other within the gap are in one
 * window, which ends a gap after the last of them. Sessions that touch become one.
 */
@PublicEvolving
public class ProcessingTimeSessionWindows extends SessionWindows<Object> {

    private static final long serialVersionUID = 1L;

    /** The gap in milliseconds. */
    protected long sessionTimeout;

    protected ProcessingTimeSessionWindows(long sessionTimeout) {
        super("ProcessingTimeSessionWindows", WindowTime.PROCESSING);
        this.sessionTimeout =
                AlignedWindows.checkGap("ProcessingTimeSessionWindows", sessionTimeout);
    }

    /**
     * Sessions that end after this long without a record.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static ProcessingTimeSessionWindows withGap(Time size) {
        return new ProcessingTimeSessionWindows(size.toMilliseconds());
    }

    /** Sessions that end after this long without a record. */
    public static ProcessingTimeSessionWindows withGap(Duration size) {
        return new ProcessingTimeSessionWindows(Saturated.millis(size));
    }

    /** Sessions for which each record says how long they stay open after it. */
    @PublicEvolving
    public static <T> DynamicProcessingTimeSessionWindows<T> withDynamicGap(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        return DynamicProcessingTimeSessionWindows.withDynamicGap(sessionWindowTimeGapExtractor);
    }

    @Override
    long gap(Object element) {
        return sessionTimeout;
    }

    @Override
    public String toString() {
        return "ProcessingTimeSessionWindows(" + sessionTimeout + ")";
    }
}
