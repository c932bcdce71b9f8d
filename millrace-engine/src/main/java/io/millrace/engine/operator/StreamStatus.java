// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.engine.chain.Output;

/**
 * Where watermark generators write: sends on only watermarks that grow and changes of idleness, and
 * makes the stream active before it says anything.
 */
final class StreamStatus implements WatermarkOutput {

    private final Output<?> out;
    private long watermark = Long.MIN_VALUE;
    private boolean idle;

    StreamStatus(Output<?> out) {
        this.out = out;
    }

    @Override
    public void emitWatermark(Watermark mark) {
        emit(mark.getTimestamp());
    }

    void emit(long timestamp) {
        if (timestamp <= watermark) {
            return;
        }
        markActive();
        watermark = timestamp;
        out.watermark(timestamp);
    }

    @Override
    public void markIdle() {
        if (!idle) {
            idle = true;
            out.idle(true);
        }
    }

    @Override
    public void markActive() {
        if (idle) {
            idle = false;
            out.idle(false);
        }
    }
}
