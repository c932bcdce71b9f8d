// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.spi.types.Ownership;
import io.millrace.streaming.api.operators.Output;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.LatencyMarker;
import io.millrace.streaming.runtime.streamrecord.RecordAttributes;
import io.millrace.streaming.runtime.streamrecord.StreamElement;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import io.millrace.util.OutputTag;
import java.util.List;
import java.util.Objects;

/**
 * Puts what is emitted into a list, in order; side outputs are refused.
 *
 * @param <T> the values
 */
public class CollectorOutput<T> implements Output<StreamRecord<T>> {

    private final List<StreamElement> list;

    public CollectorOutput(List<StreamElement> list) {
        this.list = Objects.requireNonNull(list, "list");
    }

    @Override
    public void emitWatermark(Watermark mark) {
        list.add(mark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus watermarkStatus) {
        list.add(watermarkStatus);
    }

    @Override
    public void emitLatencyMarker(LatencyMarker latencyMarker) {
        list.add(latencyMarker);
    }

    @Override
    public void emitRecordAttributes(RecordAttributes recordAttributes) {
        list.add(recordAttributes);
    }

    /** A copy: the operator may go on with the object. */
    @Override
    public void collect(StreamRecord<T> record) {
        list.add(record.copy(Ownership.copy(record.getValue())));
    }

    @Override
    public <X> void collect(OutputTag<X> outputTag, StreamRecord<X> record) {
        throw new UnsupportedOperationException(
                "This output takes no side outputs, but was given " + record + " for " + outputTag);
    }

    @Override
    public void close() {}
}
