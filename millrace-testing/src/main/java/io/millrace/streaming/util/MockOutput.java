// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.spi.types.Ownership;
import io.millrace.streaming.api.operators.Output;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.LatencyMarker;
import io.millrace.streaming.runtime.streamrecord.RecordAttributes;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import io.millrace.util.OutputTag;
import java.util.Collection;
import java.util.Objects;

/**
 * Puts the values that are emitted into a collection, and refuses everything else.
 *
 * @param <T> the values
 */
public class MockOutput<T> implements Output<StreamRecord<T>> {

    private final Collection<T> outputs;

    public MockOutput(Collection<T> outputs) {
        this.outputs = Objects.requireNonNull(outputs, "outputs");
    }

    /** A copy: the operator may go on with the object. */
    @Override
    public void collect(StreamRecord<T> record) {
        outputs.add(Ownership.copy(record.getValue()));
    }

    @Override
    public <X> void collect(OutputTag<X> outputTag, StreamRecord<X> record) {
        throw refused("side outputs");
    }

    @Override
    public void emitWatermark(Watermark mark) {
        throw refused("watermarks");
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus watermarkStatus) {
        throw refused("changes of status");
    }

    @Override
    public void emitLatencyMarker(LatencyMarker latencyMarker) {
        throw refused("latency markers");
    }

    @Override
    public void emitRecordAttributes(RecordAttributes recordAttributes) {
        throw refused("record attributes");
    }

    private static UnsupportedOperationException refused(String what) {
        return new UnsupportedOperationException("This output takes no " + what);
    }

    @Override
    public void close() {}
}
