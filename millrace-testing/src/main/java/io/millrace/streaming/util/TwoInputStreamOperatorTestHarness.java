// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.streaming.api.operators.TwoInputStreamOperator;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Runs one operator that has two inputs; see {@link AbstractStreamOperatorTestHarness}.
 *
 * @param <IN1> what comes in first
 * @param <IN2> what comes in second
 * @param <OUT> what is emitted
 */
public class TwoInputStreamOperatorTestHarness<IN1, IN2, OUT>
        extends AbstractStreamOperatorTestHarness<OUT> {

    private final boolean[] ended = new boolean[2];

    public TwoInputStreamOperatorTestHarness(TwoInputStreamOperator<IN1, IN2, OUT> operator)
            throws Exception {
        this(operator, 1, 1, 0);
    }

    public TwoInputStreamOperatorTestHarness(
            TwoInputStreamOperator<IN1, IN2, OUT> operator,
            int maxParallelism,
            int numSubtasks,
            int subtaskIndex)
            throws Exception {
        super(operator, maxParallelism, numSubtasks, subtaskIndex);
        addInput(null);
        addInput(null);
    }

    public void processElement1(StreamRecord<IN1> element) throws Exception {
        element(0, element);
    }

    public void processElement1(IN1 value, long timestamp) throws Exception {
        processElement1(new StreamRecord<>(value, timestamp));
    }

    public void processElement2(StreamRecord<IN2> element) throws Exception {
        element(1, element);
    }

    public void processElement2(IN2 value, long timestamp) throws Exception {
        processElement2(new StreamRecord<>(value, timestamp));
    }

    private void element(int input, StreamRecord<?> element) throws Exception {
        bench().element(
                        input,
                        element.getValue(),
                        element.hasTimestamp(),
                        element.hasTimestamp() ? element.getTimestamp() : Long.MIN_VALUE);
    }

    public void processWatermark1(Watermark mark) throws Exception {
        bench().watermark(0, mark.getTimestamp());
    }

    public void processWatermark2(Watermark mark) throws Exception {
        bench().watermark(1, mark.getTimestamp());
    }

    public void processBothWatermarks(Watermark mark) throws Exception {
        processWatermark1(mark);
        processWatermark2(mark);
    }

    public void processWatermarkStatus1(WatermarkStatus watermarkStatus) throws Exception {
        bench().idle(0, watermarkStatus.isIdle());
    }

    public void processWatermarkStatus2(WatermarkStatus watermarkStatus) throws Exception {
        bench().idle(1, watermarkStatus.isIdle());
    }

    /** The first input has ended. The operator hears of it when both have, as in a job. */
    public void endInput1() throws Exception {
        end(0);
    }

    /** The second input has ended. The operator hears of it when both have, as in a job. */
    public void endInput2() throws Exception {
        end(1);
    }

    private void end(int input) throws Exception {
        ended[input] = true;
        if (ended[0] && ended[1]) {
            bench().finish();
        }
    }
}
