// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.streaming.api.windowing.assigners.WindowAssigner.WindowAssignerContext;
import io.millrace.streaming.api.windowing.triggers.EventTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.ProcessingTimeTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;

/** The time by which windows are assigned and come to their end. */
enum WindowTime {
    EVENT,
    PROCESSING;

    /**
     * The moment that a record belongs to.
     *
     * @param assigner its name, for the error
     */
    long of(String assigner, long timestamp, WindowAssignerContext context) {
        return this == EVENT
                ? AlignedWindows.checkTimestamp(assigner, timestamp)
                : context.getCurrentProcessingTime();
    }

    /** Shows a window when it has come to its end. */
    @SuppressWarnings("unchecked") // both take any record
    <T> Trigger<T, TimeWindow> trigger() {
        return (Trigger<T, TimeWindow>)
                (this == EVENT ? EventTimeTrigger.create() : ProcessingTimeTrigger.create());
    }
}
