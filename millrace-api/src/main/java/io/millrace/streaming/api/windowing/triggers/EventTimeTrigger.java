// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.triggers;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.windowing.windows.TimeWindow;

/** Shows a window when the watermark passes its end, and again with each record after that. */
@PublicEvolving
public class EventTimeTrigger extends Trigger<Object, TimeWindow> {

    private static final long serialVersionUID = 1L;

    private EventTimeTrigger() {}

    public static EventTimeTrigger create() {
        return new EventTimeTrigger();
    }

    @Override
    public TriggerResult onElement(
            Object element, long timestamp, TimeWindow window, TriggerContext ctx)
            throws Exception {
        if (window.maxTimestamp() <= ctx.getCurrentWatermark()) {
            return TriggerResult.FIRE;
        }
        ctx.registerEventTimeTimer(window.maxTimestamp());
        return TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext ctx) {
        // Another time is that of the window's removal.
        return time == window.maxTimestamp() ? TriggerResult.FIRE : TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext ctx)
            throws Exception {
        return TriggerResult.CONTINUE;
    }

    @Override
    public void clear(TimeWindow window, TriggerContext ctx) throws Exception {
        ctx.deleteEventTimeTimer(window.maxTimestamp());
    }

    @Override
    public boolean canMerge() {
        return true;
    }

    /** Behind the watermark no timer: the record that made the merge shows the window itself. */
    @Override
    public void onMerge(TimeWindow window, OnMergeContext ctx) {
        if (window.maxTimestamp() > ctx.getCurrentWatermark()) {
            ctx.registerEventTimeTimer(window.maxTimestamp());
        }
    }

    @Override
    public String toString() {
        return "EventTimeTrigger()";
    }
}
