// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.Public;

/**
 * Makes watermarks of the records it sees. One per subtask (or per split of a source), called from
 * the task's thread.
 *
 * @param <T> the records
 */
@Public
public interface WatermarkGenerator<T> {

    /** A record has come; a watermark may be emitted at once. */
    void onEvent(T event, long eventTimestamp, WatermarkOutput output);

    /** Called at each auto watermark interval; the usual place to emit. */
    void onPeriodicEmit(WatermarkOutput output);
}
