// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.LatencyMarker;
import io.millrace.streaming.runtime.streamrecord.RecordAttributes;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * One input of an operator. All calls come from one thread at a time.
 *
 * @param <IN> what comes in
 */
@PublicEvolving
public interface Input<IN> {

    /**
     * A record; its key is set where the input is keyed.
     *
     * <p>Without object reuse the object is the operator's own: it may be kept, changed and sent
     * on. With {@link io.millrace.api.common.ExecutionConfig#enableObjectReuse()} it is filled
     * again for the next record and good for this call only; what is to be kept is its value, or a
     * {@link StreamRecord#copy copy}.
     */
    void processElement(StreamRecord<IN> element) throws Exception;

    /** No record with this timestamp or an older one will follow. */
    void processWatermark(Watermark mark) throws Exception;

    /** The input became idle, or active again. */
    void processWatermarkStatus(WatermarkStatus watermarkStatus) throws Exception;

    /** Never called: there are no latency markers here. */
    void processLatencyMarker(LatencyMarker latencyMarker) throws Exception;

    /** Sets the current key to the record's, before {@link #processElement}. */
    void setKeyContextElement(StreamRecord<IN> record) throws Exception;

    /** Never called: there are no record attributes here. */
    default void processRecordAttributes(RecordAttributes recordAttributes) throws Exception {}
}
