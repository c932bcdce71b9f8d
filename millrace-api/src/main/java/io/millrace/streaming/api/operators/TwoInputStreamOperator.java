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
 * An operator with two inputs. Which of them is read next is not the operator's choice.
 *
 * <p>How long a record object may be kept is said at {@link Input#processElement}.
 *
 * @param <IN1> what comes in on the first input
 * @param <IN2> what comes in on the second
 * @param <OUT> what is emitted
 */
@PublicEvolving
public interface TwoInputStreamOperator<IN1, IN2, OUT> extends StreamOperator<OUT> {

    /** A record of the first input; its key is set where the input is keyed. */
    void processElement1(StreamRecord<IN1> element) throws Exception;

    /** A record of the second input; its key is set where the input is keyed. */
    void processElement2(StreamRecord<IN2> element) throws Exception;

    /** The first input's watermark. */
    void processWatermark1(Watermark mark) throws Exception;

    /** The second input's watermark. */
    void processWatermark2(Watermark mark) throws Exception;

    /** Never called: there are no latency markers here. */
    void processLatencyMarker1(LatencyMarker latencyMarker) throws Exception;

    /** Never called: there are no latency markers here. */
    void processLatencyMarker2(LatencyMarker latencyMarker) throws Exception;

    /** The first input became idle, or active again. */
    void processWatermarkStatus1(WatermarkStatus watermarkStatus) throws Exception;

    /** The second input became idle, or active again. */
    void processWatermarkStatus2(WatermarkStatus watermarkStatus) throws Exception;

    /** Never called: there are no record attributes here. */
    default void processRecordAttributes1(RecordAttributes recordAttributes) throws Exception {}

    /** Never called: there are no record attributes here. */
    default void processRecordAttributes2(RecordAttributes recordAttributes) throws Exception {}
}
