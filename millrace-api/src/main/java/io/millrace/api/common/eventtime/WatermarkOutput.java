// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.Public;

/** Takes watermarks, and news of idleness. To be used from the task's thread only. */
@Public
public interface WatermarkOutput {

    /** Emits a watermark; one that is not later than the last is dropped. Ends idleness. */
    void emitWatermark(Watermark watermark);

    /**
     * Says that this stream has nothing to say for now: operators that join it with others don't
     * wait for it.
     */
    void markIdle();

    /** Says that this stream takes part again. A watermark does so as well. */
    void markActive();
}
