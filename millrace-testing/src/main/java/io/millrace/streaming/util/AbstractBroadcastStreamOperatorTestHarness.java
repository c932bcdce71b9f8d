// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.streaming.api.operators.StreamOperator;
import io.millrace.streaming.api.operators.TwoInputStreamOperator;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * Runs one operator with an input and a broadcast one; see {@link
 * AbstractStreamOperatorTestHarness}.
 *
 * @param <IN1> what comes in
 * @param <IN2> what is broadcast
 * @param <OUT> what is emitted
 */
public abstract class AbstractBroadcastStreamOperatorTestHarness<IN1, IN2, OUT>
        extends AbstractStreamOperatorTestHarness<OUT> {

    public AbstractBroadcastStreamOperatorTestHarness(
            StreamOperator<OUT> operator, int maxParallelism, int parallelism, int subtaskIndex)
            throws Exception {
        super(operator, maxParallelism, parallelism, subtaskIndex);
        addInput(null);
        addInput(null);
    }

    /** The operator that was given. */
    @SuppressWarnings("unchecked") // it was given as one
    public TwoInputStreamOperator<IN1, IN2, OUT> getTwoInputOperator() {
        return (TwoInputStreamOperator<IN1, IN2, OUT>) getOperator();
    }

    public void processElement(StreamRecord<IN1> element) throws Exception {
        element(0, element);
    }

    public void processElement(IN1 value, long timestamp) throws Exception {
        processElement(new StreamRecord<>(value, timestamp));
    }

    public void processBroadcastElement(StreamRecord<IN2> element) throws Exception {
        element(1, element);
    }

    public void processBroadcastElement(IN2 value, long timestamp) throws Exception {
        processBroadcastElement(new StreamRecord<>(value, timestamp));
    }

    private void element(int input, StreamRecord<?> element) throws Exception {
        bench().element(
                        input,
                        element.getValue(),
                        element.hasTimestamp(),
                        element.hasTimestamp() ? element.getTimestamp() : Long.MIN_VALUE);
    }

    public void processWatermark(Watermark mark) throws Exception {
        processWatermark(mark.getTimestamp());
    }

    public void processBroadcastWatermark(Watermark mark) throws Exception {
        processBroadcastWatermark(mark.getTimestamp());
    }

    public void processWatermark(long timestamp) throws Exception {
        bench().watermark(0, timestamp);
    }

    public void processBroadcastWatermark(long timestamp) throws Exception {
        bench().watermark(1, timestamp);
    }

    /** The same watermark on both inputs. */
    public void watermark(long timestamp) throws Exception {
        processWatermark(timestamp);
        processBroadcastWatermark(timestamp);
    }
}
