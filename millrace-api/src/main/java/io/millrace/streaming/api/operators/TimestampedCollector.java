// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.LatencyMarker;
import io.millrace.streaming.runtime.streamrecord.RecordAttributes;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import io.millrace.util.OutputTag;

/**
 * Adds a timestamp, set once, to each value it is given. Makes no object per value.
 *
 * @param <T> the values
 */
@Internal
public final class TimestampedCollector<T> implements Output<T> {

    private final Output<StreamRecord<T>> output;
    private final StreamRecord<T> reuse = new StreamRecord<>(null);

    public TimestampedCollector(Output<StreamRecord<T>> output) {
        this.output = output;
    }

    @Override
    public void collect(T record) {
        output.collect(reuse.replace(record));
    }

    /** From now on the timestamp of this record, or none where it has none. */
    public void setTimestamp(StreamRecord<?> timestampBase) {
        if (timestampBase.hasTimestamp()) {
            setAbsoluteTimestamp(timestampBase.getTimestamp());
        } else {
            eraseTimestamp();
        }
    }

    /** From now on this timestamp, in milliseconds. */
    public void setAbsoluteTimestamp(long timestamp) {
        reuse.setTimestamp(timestamp);
    }

    /** From now on no timestamp. */
    public void eraseTimestamp() {
        reuse.eraseTimestamp();
    }

    @Override
    public void close() {
        output.close();
    }

    @Override
    public void emitWatermark(Watermark mark) {
        output.emitWatermark(mark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus watermarkStatus) {
        output.emitWatermarkStatus(watermarkStatus);
    }

    @Override
    public <X> void collect(OutputTag<X> outputTag, StreamRecord<X> record) {
        output.collect(outputTag, record);
    }

    @Override
    public void emitLatencyMarker(LatencyMarker latencyMarker) {
        output.emitLatencyMarker(latencyMarker);
    }

    @Override
    public void emitRecordAttributes(RecordAttributes recordAttributes) {
        output.emitRecordAttributes(recordAttributes);
    }
}
