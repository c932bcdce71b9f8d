// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.streaming.api.operators.Output;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.LatencyMarker;
import io.millrace.streaming.runtime.streamrecord.RecordAttributes;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import io.millrace.util.OutputTag;

/** What a custom operator emits to. Watermarks never go back, whatever the operator sends. */
final class CustomOutput<O> implements Output<StreamRecord<O>> {

    private final OperatorContext context;
    private final io.millrace.engine.chain.Output<O> out;
    private long watermark = Long.MIN_VALUE;
    private boolean idle;

    CustomOutput(OperatorContext context, io.millrace.engine.chain.Output<O> out) {
        this.context = context;
        this.out = out;
    }

    @Override
    public void collect(StreamRecord<O> record) {
        // Without a timestamp this is the number that says so.
        out.collect(record.getValue(), record.getTimestamp());
    }

    @Override
    public <X> void collect(OutputTag<X> outputTag, StreamRecord<X> record) {
        out.side(SideOutputs.checked(outputTag, context), record.getValue(), record.getTimestamp());
    }

    @Override
    public void emitWatermark(Watermark mark) {
        if (mark.getTimestamp() > watermark) {
            watermark = mark.getTimestamp();
            out.watermark(watermark);
        }
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus watermarkStatus) {
        if (watermarkStatus.isIdle() != idle) {
            idle = watermarkStatus.isIdle();
            out.idle(idle);
        }
    }

    @Override
    public void emitLatencyMarker(LatencyMarker latencyMarker) {
        throw refused("latency markers");
    }

    @Override
    public void emitRecordAttributes(RecordAttributes recordAttributes) {
        throw refused("record attributes");
    }

    private UnsupportedOperationException refused(String what) {
        return new UnsupportedOperationException(
                "Operator '"
                        + context.operatorName()
                        + "' emits "
                        + what
                        + ", and there are none in Millrace: nobody would take them. Leave it out");
    }

    /** Nothing to close: the stream ends when the job ends. */
    @Override
    public void close() {}
}
