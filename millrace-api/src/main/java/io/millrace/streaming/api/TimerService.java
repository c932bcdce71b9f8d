// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api;

import io.millrace.annotation.PublicEvolving;

/**
 * The time, and alarms for the current key. Two alarms for the same key, time and clock are one.
 * Belongs to the operator's task: use it only inside a call to the function.
 */
@PublicEvolving
public interface TimerService {

    String UNSUPPORTED_REGISTER_TIMER_MSG = "Setting timers is only supported on a keyed streams.";

    String UNSUPPORTED_DELETE_TIMER_MSG = "Deleting timers is only supported on a keyed streams.";

    /** Milliseconds since 1970. */
    long currentProcessingTime();

    /** The watermark this operator has reached; {@code Long.MIN_VALUE} before the first. */
    long currentWatermark();

    /** Calls {@code onTimer} once the clock shows this time or a later one. */
    void registerProcessingTimeTimer(long time);

    /** Calls {@code onTimer} once the watermark reaches this time. */
    void registerEventTimeTimer(long time);

    /** Forgets the alarm; nothing happens when there is none. */
    void deleteProcessingTimeTimer(long time);

    /** Forgets the alarm; nothing happens when there is none. */
    void deleteEventTimeTimer(long time);
}
