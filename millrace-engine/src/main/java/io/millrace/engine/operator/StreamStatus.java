// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.engine.chain.Output;
import io.millrace.engine.chain.WatermarkBoard;

/**
 * Where watermark generators write: sends on only watermarks that grow and changes of idleness, and
 * makes the stream active before it says anything.
 */
final class StreamStatus implements WatermarkOutput {

    private final Output<?> out;
    private long watermark = Long.MIN_VALUE;
    private boolean idle;

    /** Null where nobody else wants to know. */
    private WatermarkBoard.Entry entry;

    StreamStatus(Output<?> out) {
        this.out = out;
    }

    /** From now on what is sent on is written down there, too. */
    void writeTo(WatermarkBoard.Entry board) {
        entry = board;
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
        if (entry != null) {
            entry.watermark(timestamp);
        }
        out.watermark(timestamp);
    }

    /** What was emitted last; {@link Long#MIN_VALUE} for nothing. */
    long watermark() {
        return watermark;
    }

    boolean isIdle() {
        return idle;
    }

    @Override
    public void markIdle() {
        if (!idle) {
            idle = true;
            if (entry != null) {
                entry.resting(true);
            }
            out.idle(true);
        }
    }

    @Override
    public void markActive() {
        if (idle) {
            idle = false;
            if (entry != null) {
                entry.resting(false);
            }
            out.idle(false);
        }
    }
}
