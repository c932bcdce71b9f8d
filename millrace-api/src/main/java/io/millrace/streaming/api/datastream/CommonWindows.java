// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.evictors.CountEvictor;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.triggers.PurgingTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.GlobalWindow;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;

/**
 * The windows for which streams have methods of their own. Apart from the streams, for to verify
 * this class loads all of these, and a job without windows starts without them.
 */
final class CommonWindows {

    private CommonWindows() {}

    /** One window for all records. */
    static WindowAssigner<Object, GlobalWindow> global() {
        return GlobalWindows.create();
    }

    /** Shows a window when it has so many records, and begins anew. */
    static Trigger<Object, GlobalWindow> whenFull(long size) {
        return PurgingTrigger.of(CountTrigger.of(size));
    }

    /** Shows a window after so many more records. */
    static Trigger<Object, GlobalWindow> afterEach(long slide) {
        return CountTrigger.of(slide);
    }

    /** Keeps so many records. */
    static Evictor<Object, GlobalWindow> last(long size) {
        return CountEvictor.of(size);
    }

    static WindowAssigner<Object, TimeWindow> tumbling(boolean processingTime, Duration size) {
        return processingTime
                ? TumblingProcessingTimeWindows.of(size)
                : TumblingEventTimeWindows.of(size);
    }

    static WindowAssigner<Object, TimeWindow> sliding(
            boolean processingTime, Duration size, Duration slide) {
        return processingTime
                ? SlidingProcessingTimeWindows.of(size, slide)
                : SlidingEventTimeWindows.of(size, slide);
    }
}
