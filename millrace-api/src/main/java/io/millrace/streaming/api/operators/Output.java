// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.LatencyMarker;
import io.millrace.streaming.runtime.streamrecord.RecordAttributes;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;

/**
 * What an operator emits to. A record's value and timestamp are taken over by {@code collect}; the
 * record object stays the caller's and may be filled again.
 *
 * @param <T> what is emitted
 */
@PublicEvolving
public interface Output<T> extends Collector<T> {

    /** A watermark; one that is not later than the last is left out. */
    void emitWatermark(Watermark mark);

    /** Whether this stream is to be left out of what makes a watermark further down. */
    void emitWatermarkStatus(WatermarkStatus watermarkStatus);

    /** A record for a side output. */
    <X> void collect(OutputTag<X> outputTag, StreamRecord<X> record);

    /**
     * Not to be called: there are no latency markers here.
     *
     * @throws UnsupportedOperationException always, from the output that operators are given
     */
    void emitLatencyMarker(LatencyMarker latencyMarker);

    /**
     * Not to be called: there are no record attributes here.
     *
     * @throws UnsupportedOperationException always, from the output that operators are given
     */
    void emitRecordAttributes(RecordAttributes recordAttributes);
}
