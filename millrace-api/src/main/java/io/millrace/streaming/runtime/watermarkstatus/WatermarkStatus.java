// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.runtime.watermarkstatus;

import io.millrace.annotation.Internal;
import io.millrace.streaming.runtime.streamrecord.StreamElement;

/** Says that a stream is idle, to be left out of what makes a watermark, or active. */
@Internal
public final class WatermarkStatus extends StreamElement {

    public static final int IDLE_STATUS = -1;
    public static final int ACTIVE_STATUS = 0;

    public static final WatermarkStatus IDLE = new WatermarkStatus(IDLE_STATUS);
    public static final WatermarkStatus ACTIVE = new WatermarkStatus(ACTIVE_STATUS);

    /** {@link #IDLE_STATUS} or {@link #ACTIVE_STATUS}. */
    public final int status;

    /**
     * @throws IllegalArgumentException when it is neither of the two
     */
    public WatermarkStatus(int status) {
        if (status != IDLE_STATUS && status != ACTIVE_STATUS) {
            throw new IllegalArgumentException(
                    "A watermark status is "
                            + IDLE_STATUS
                            + " or "
                            + ACTIVE_STATUS
                            + ", not "
                            + status
                            + '.');
        }
        this.status = status;
    }

    public boolean isIdle() {
        return status == IDLE_STATUS;
    }

    public boolean isActive() {
        return !isIdle();
    }

    public int getStatus() {
        return status;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof WatermarkStatus that && that.status == status;
    }

    @Override
    public int hashCode() {
        return status;
    }

    @Override
    public String toString() {
        return "WatermarkStatus(" + (isActive() ? "ACTIVE" : "IDLE") + ')';
    }
}
