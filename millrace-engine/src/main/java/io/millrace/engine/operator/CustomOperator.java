// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.spi.CustomOperators;
import io.millrace.spi.RemembersEnd;
import io.millrace.spi.types.RequiredType;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.AbstractStreamOperatorFactory;
import io.millrace.streaming.api.operators.BoundedMultiInput;
import io.millrace.streaming.api.operators.BoundedOneInput;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.operators.StreamOperator;
import io.millrace.streaming.api.operators.StreamOperatorFactory;
import io.millrace.streaming.api.operators.StreamOperatorStateHandler.CheckpointedStreamOperator;
import io.millrace.streaming.api.operators.TwoInputStreamOperator;
import io.millrace.streaming.api.operators.YieldingOperator;
import io.millrace.streaming.api.operators.YieldingOperatorFactory;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.tasks.ProcessingTimeServiceAware;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * The program's own operator in an operator's clothes: turns values with timestamps into the record
 * objects that its signatures take, and our calls into those of its life.
 *
 * <p><b>Who owns a record object.</b> Without object reuse the operator does, as in Flink: it may
 * keep the object or send it on, so there is a fresh one for each record. With object reuse there
 * is one per input, filled again and again.
 *
 * @param <O> what it emits
 */
final class CustomOperator<O> implements Operator {

    private final OperatorContext context;
    private final CustomSurroundings<O> surroundings;
    private final StreamOperator<O> operator;
    private final List<Input<?>> inputs;
    private boolean begun;

    /**
     * @param factory this subtask's own
     * @param selectors one per input where keyed, else empty
     */
    CustomOperator(
            OperatorContext context,
            StreamOperatorFactory<O> factory,
            List<KeySelector<?, ?>> selectors,
            TypeInformation<?> inputType,
            TypeInformation<O> outputType,
            Output<O> out) {
        this.context = context;
        this.surroundings = new CustomSurroundings<>(context, selectors, out);
        this.operator = made(factory, inputType, outputType);
        this.inputs = inputsOf(operator);
    }

    private StreamOperator<O> made(
            StreamOperatorFactory<O> factory,
            TypeInformation<?> inputType,
            TypeInformation<O> outputType) {
        ExecutionConfig config = context.executionConfig();
        if (factory.isInputTypeConfigurable()) {
            factory.setInputType(RequiredType.of(inputType), config);
        }
        if (factory.isOutputTypeConfigurable() && !(outputType instanceof MissingTypeInfo)) {
            factory.setOutputType(outputType, config);
        }
        if (factory instanceof ProcessingTimeServiceAware aware) {
            aware.setProcessingTimeService(surroundings.processingTime());
        }
        if (factory instanceof YieldingOperatorFactory<?> yielding) {
            yielding.setMailboxExecutor(surroundings.mailbox());
        } else if (factory instanceof AbstractStreamOperatorFactory<?> known) {
            known.setMailboxExecutor(surroundings.mailbox());
        }
        StreamOperator<O> made =
                factory.createStreamOperator(CustomOperators.parameters(surroundings));
        if (made == null) {
            throw new NullPointerException(
                    "The factory "
                            + factory.getClass().getName()
                            + " of operator '"
                            + context.operatorName()
                            + "' made no operator: createStreamOperator returned null");
        }
        if (made instanceof AbstractStreamOperator<O> known) {
            CustomOperators.setUp(known, surroundings);
        }
        if (made instanceof YieldingOperator<?> yielding) {
            yielding.setMailboxExecutor(surroundings.mailbox());
        }
        return made;
    }

    @SuppressWarnings("unchecked") // records are untyped here
    private List<Input<?>> inputsOf(StreamOperator<O> made) {
        boolean reuse = context.executionConfig().isObjectReuseEnabled();
        List<Input<?>> found = new ArrayList<>();
        if (made instanceof OneInputStreamOperator) {
            found.add(new One((OneInputStreamOperator<Object, O>) made, reuse));
        } else if (made instanceof TwoInputStreamOperator) {
            TwoInputStreamOperator<Object, Object, O> two =
                    (TwoInputStreamOperator<Object, Object, O>) made;
            found.add(new First(two, reuse));
            found.add(new Second(two, reuse));
        } else {
            throw new IllegalArgumentException(
                    "The operator '"
                            + context.operatorName()
                            + "' is of class "
                            + made.getClass().getName()
                            + ", which is neither a OneInputStreamOperator nor a"
                            + " TwoInputStreamOperator");
        }
        return List.copyOf(found);
    }

    @Override
    public List<Input<?>> inputs() {
        return inputs;
    }

    @Override
    public void initializeState() throws Exception {
        begun = true;
        ReleaseHooks.retain(context.userClassLoader());
        if (context.hadFinished() && operator instanceof RemembersEnd remembers) {
            remembers.inputHadEnded();
        }
        if (operator instanceof CheckpointedStreamOperator checkpointed) {
            checkpointed.initializeState(new RawInitialization(context, surroundings));
        }
    }

    @Override
    public void open() throws Exception {
        if (context.hadFinished()) {
            surroundings.end(); // what waits for the clock waits no longer
        }
        operator.open();
    }

    /** Whoever wants to know of each input is told of all at once: the task waits for all. */
    @Override
    public void finish() throws Exception {
        if (operator instanceof BoundedOneInput bounded) {
            bounded.endInput();
        } else if (operator instanceof BoundedMultiInput bounded) {
            for (int input = 1; input <= inputs.size(); input++) {
                bounded.endInput(input);
            }
        }
        surroundings.end();
        operator.finish();
    }

    @Override
    public void prepareBarrier(long checkpointId) throws Exception {
        operator.prepareSnapshotPreBarrier(checkpointId);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
        if (operator instanceof CheckpointedStreamOperator checkpointed) {
            RawSnapshot raw = new RawSnapshot(snapshot, context);
            checkpointed.snapshotState(raw);
            raw.finish();
        }
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        operator.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        operator.notifyCheckpointAborted(checkpointId);
    }

    /** Every operator listens to checkpoints, and whether it cares can't be seen from outside. */
    @Override
    public boolean needsFinalCheckpoint() {
        return context.checkpointingEnabled();
    }

    @Override
    public void close() throws Exception {
        if (!begun) {
            return;
        }
        begun = false;
        surroundings.end();
        try {
            operator.close();
        } finally {
            ReleaseHooks.release(context.userClassLoader());
        }
    }

    /** Makes, or fills, the record objects of one input. */
    private abstract static class RecordInput implements Input<Object> {
        private final StreamRecord<Object> reused;

        RecordInput(boolean reuse) {
            this.reused = reuse ? new StreamRecord<>(null) : null;
        }

        final StreamRecord<Object> record(Object value, long timestamp) {
            if (reused == null) {
                return timestamp == Output.NO_TIMESTAMP
                        ? new StreamRecord<>(value)
                        : new StreamRecord<>(value, timestamp);
            }
            if (timestamp == Output.NO_TIMESTAMP) {
                reused.eraseTimestamp();
                return reused.replace(value);
            }
            return reused.replace(value, timestamp);
        }

        static WatermarkStatus status(boolean idle) {
            return idle ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE;
        }
    }

    private static final class One extends RecordInput {
        private final OneInputStreamOperator<Object, ?> operator;

        One(OneInputStreamOperator<Object, ?> operator, boolean reuse) {
            super(reuse);
            this.operator = operator;
        }

        @Override
        public void element(Object value, long timestamp) throws Exception {
            StreamRecord<Object> record = record(value, timestamp);
            operator.setKeyContextElement(record);
            operator.processElement(record);
        }

        @Override
        public void watermark(long timestamp) throws Exception {
            operator.processWatermark(new Watermark(timestamp));
        }

        @Override
        public void idle(boolean idle) throws Exception {
            operator.processWatermarkStatus(status(idle));
        }
    }

    private static final class First extends RecordInput {
        private final TwoInputStreamOperator<Object, ?, ?> operator;

        First(TwoInputStreamOperator<Object, ?, ?> operator, boolean reuse) {
            super(reuse);
            this.operator = operator;
        }

        @Override
        public void element(Object value, long timestamp) throws Exception {
            StreamRecord<Object> record = record(value, timestamp);
            operator.setKeyContextElement1(record);
            operator.processElement1(record);
        }

        @Override
        public void watermark(long timestamp) throws Exception {
            operator.processWatermark1(new Watermark(timestamp));
        }

        @Override
        public void idle(boolean idle) throws Exception {
            operator.processWatermarkStatus1(status(idle));
        }
    }

    private static final class Second extends RecordInput {
        private final TwoInputStreamOperator<?, Object, ?> operator;

        Second(TwoInputStreamOperator<?, Object, ?> operator, boolean reuse) {
            super(reuse);
            this.operator = operator;
        }

        @Override
        public void element(Object value, long timestamp) throws Exception {
            StreamRecord<Object> record = record(value, timestamp);
            operator.setKeyContextElement2(record);
            operator.processElement2(record);
        }

        @Override
        public void watermark(long timestamp) throws Exception {
            operator.processWatermark2(new Watermark(timestamp));
        }

        @Override
        public void idle(boolean idle) throws Exception {
            operator.processWatermarkStatus2(status(idle));
        }
    }
}
