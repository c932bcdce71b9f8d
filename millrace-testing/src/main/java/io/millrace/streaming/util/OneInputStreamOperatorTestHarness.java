// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.runtime.jobgraph.OperatorID;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperatorFactory;
import io.millrace.streaming.api.operators.StreamOperatorFactory;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import java.util.Collection;
import java.util.Objects;

/**
 * Runs one operator that has one input; see {@link AbstractStreamOperatorTestHarness}.
 *
 * @param <IN> what comes in
 * @param <OUT> what is emitted
 */
public class OneInputStreamOperatorTestHarness<IN, OUT>
        extends AbstractStreamOperatorTestHarness<OUT> {

    private long currentWatermark = Long.MIN_VALUE;

    public OneInputStreamOperatorTestHarness(
            OneInputStreamOperator<IN, OUT> operator, TypeSerializer<IN> typeSerializerIn)
            throws Exception {
        this(operator, 1, 1, 0, typeSerializerIn, new OperatorID());
    }

    public OneInputStreamOperatorTestHarness(
            OneInputStreamOperator<IN, OUT> operator,
            int maxParallelism,
            int parallelism,
            int subtaskIndex,
            TypeSerializer<IN> typeSerializerIn,
            OperatorID operatorID)
            throws Exception {
        super(operator, maxParallelism, parallelism, subtaskIndex, operatorID);
        addInput(Objects.requireNonNull(typeSerializerIn, "typeSerializerIn"));
    }

    public OneInputStreamOperatorTestHarness(OneInputStreamOperator<IN, OUT> operator)
            throws Exception {
        this(operator, 1, 1, 0);
    }

    public OneInputStreamOperatorTestHarness(OneInputStreamOperatorFactory<IN, OUT> factory)
            throws Exception {
        this(factory, 1, 1, 0);
    }

    public OneInputStreamOperatorTestHarness(
            OneInputStreamOperator<IN, OUT> operator,
            int maxParallelism,
            int parallelism,
            int subtaskIndex)
            throws Exception {
        super(operator, maxParallelism, parallelism, subtaskIndex);
        addInput(null);
    }

    public OneInputStreamOperatorTestHarness(
            StreamOperatorFactory<OUT> factory,
            int maxParallelism,
            int parallelism,
            int subtaskIndex)
            throws Exception {
        this(factory, maxParallelism, parallelism, subtaskIndex, new OperatorID());
    }

    public OneInputStreamOperatorTestHarness(
            StreamOperatorFactory<OUT> factory,
            int maxParallelism,
            int parallelism,
            int subtaskIndex,
            OperatorID operatorID)
            throws Exception {
        super(factory, maxParallelism, parallelism, subtaskIndex, operatorID);
        addInput(null);
    }

    public OneInputStreamOperatorTestHarness(
            OneInputStreamOperatorFactory<IN, OUT> factory, TypeSerializer<IN> typeSerializerIn)
            throws Exception {
        super(factory, 1, 1, 0);
        addInput(Objects.requireNonNull(typeSerializerIn, "typeSerializerIn"));
    }

    public OneInputStreamOperatorTestHarness(
            OneInputStreamOperatorFactory<IN, OUT> factory,
            int maxParallelism,
            int parallelism,
            int subtaskIndex)
            throws Exception {
        this(factory, maxParallelism, parallelism, subtaskIndex, new OperatorID());
    }

    public OneInputStreamOperatorTestHarness(
            OneInputStreamOperatorFactory<IN, OUT> factory,
            int maxParallelism,
            int parallelism,
            int subtaskIndex,
            OperatorID operatorID)
            throws Exception {
        super(factory, maxParallelism, parallelism, subtaskIndex, operatorID);
        addInput(null);
    }

    /**
     * The operator that was given.
     *
     * @throws IllegalStateException when a factory makes it
     */
    @SuppressWarnings("unchecked") // it was given as one
    public OneInputStreamOperator<IN, OUT> getOneInputOperator() {
        return (OneInputStreamOperator<IN, OUT>) getOperator();
    }

    public void processElement(IN value, long timestamp) throws Exception {
        processElement(new StreamRecord<>(value, timestamp));
    }

    public void processElement(StreamRecord<IN> element) throws Exception {
        bench().element(
                        0,
                        element.getValue(),
                        element.hasTimestamp(),
                        element.hasTimestamp() ? element.getTimestamp() : Long.MIN_VALUE);
    }

    public void processElements(Collection<StreamRecord<IN>> elements) throws Exception {
        for (StreamRecord<IN> element : elements) {
            processElement(element);
        }
    }

    public void processWatermark(long watermark) throws Exception {
        processWatermark(new Watermark(watermark));
    }

    public void processWatermark(Watermark mark) throws Exception {
        currentWatermark = mark.getTimestamp();
        bench().watermark(0, mark.getTimestamp());
    }

    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        bench().idle(0, status.isIdle());
    }

    /** The input has ended; the operator emits what it still holds. */
    public void endInput() throws Exception {
        bench().finish();
    }

    /** The watermark that came in last. */
    public long getCurrentWatermark() {
        return currentWatermark;
    }
}
