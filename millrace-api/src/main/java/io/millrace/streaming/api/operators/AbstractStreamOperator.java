// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;
import io.millrace.annotation.VisibleForTesting;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.metrics.groups.OperatorMetricGroup;
import io.millrace.runtime.jobgraph.OperatorID;
import io.millrace.runtime.state.OperatorStateBackend;
import io.millrace.runtime.state.StateInitializationContext;
import io.millrace.runtime.state.StateSnapshotContext;
import io.millrace.spi.CustomOperators;
import io.millrace.spi.OperatorSurroundings;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.LatencyMarker;
import io.millrace.streaming.runtime.streamrecord.RecordAttributes;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.tasks.ProcessingTimeService;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import java.io.Serializable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What custom operators extend. It keeps the key context, fires timers, passes watermarks on and
 * joins those of two inputs; what is done to a record is the subclass's, which implements {@link
 * OneInputStreamOperator} or {@link TwoInputStreamOperator} beside it.
 *
 * <p>Whoever overrides {@link #open}, {@link #close}, {@link #snapshotState}, {@link
 * #initializeState} or {@link #processWatermark} calls the overridden method as well.
 *
 * @param <OUT> what is emitted
 */
@PublicEvolving
public abstract class AbstractStreamOperator<OUT>
        implements StreamOperator<OUT>,
                SetupableStreamOperator<OUT>,
                YieldingOperator<OUT>,
                StreamOperatorStateHandler.CheckpointedStreamOperator,
                KeyContextHandler,
                Serializable {

    private static final long serialVersionUID = 1L;

    protected static final Logger LOG = LoggerFactory.getLogger(AbstractStreamOperator.class);

    static {
        CustomOperators.leave(
                new CustomOperators.Key() {
                    @Override
                    public <T> void setUp(
                            AbstractStreamOperator<T> operator,
                            OperatorSurroundings<T> surroundings) {
                        operator.setUp(surroundings);
                    }

                    @Override
                    public <T> StreamOperatorParameters<T> parameters(
                            OperatorSurroundings<T> surroundings) {
                        return new StreamOperatorParameters<>(surroundings);
                    }
                });
    }

    /** How the operator may be chained: here, with the one after it only. */
    protected ChainingStrategy chainingStrategy = ChainingStrategy.HEAD;

    /** What is emitted goes here; there before state is initialized. */
    protected transient Output<StreamRecord<OUT>> output;

    /** Of the first input; null when not keyed. */
    protected transient KeySelector<?, ?> stateKeySelector1;

    /** Of the second input; null when not keyed. */
    protected transient KeySelector<?, ?> stateKeySelector2;

    protected transient ProcessingTimeService processingTimeService;

    private transient OperatorSurroundings<OUT> surroundings;
    private transient StreamingRuntimeContext runtimeContext;

    public AbstractStreamOperator() {}

    private void setUp(OperatorSurroundings<OUT> given) {
        surroundings = given;
        output = given.output();
        stateKeySelector1 = given.keySelector(0);
        stateKeySelector2 = given.keySelector(1);
        processingTimeService = given.processingTime();
        runtimeContext = new StreamingRuntimeContext(given);
        isSetUp();
    }

    /** The surroundings are there. */
    void isSetUp() {}

    final OperatorSurroundings<OUT> surroundings() {
        if (surroundings == null) {
            throw new IllegalStateException(
                    "The operator "
                            + getClass().getName()
                            + " has no surroundings yet: they are there from initializeState on, in the"
                            + " running job, not while the program is built.");
        }
        return surroundings;
    }

    // ---- its life ----

    @Override
    public void open() throws Exception {}

    @Override
    public void finish() throws Exception {}

    @Override
    public void close() throws Exception {}

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {}

    /** Registers and restores state; here nothing. */
    @Override
    public void initializeState(StateInitializationContext context) throws Exception {}

    /** Puts into state what is held elsewhere; here nothing. */
    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {}

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {}

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {}

    // ---- its surroundings ----

    /** Is given to the operator before state is initialized. */
    @Override
    public void setMailboxExecutor(MailboxExecutor mailboxExecutor) {}

    public void setProcessingTimeService(ProcessingTimeService processingTimeService) {
        this.processingTimeService = processingTimeService;
    }

    @Override
    public OperatorMetricGroup getMetricGroup() {
        return surroundings().runtimeContext().getMetricGroup();
    }

    public ExecutionConfig getExecutionConfig() {
        return surroundings().executionConfig();
    }

    public ClassLoader getUserCodeClassloader() {
        return surroundings().runtimeContext().getUserCodeClassLoader();
    }

    protected String getOperatorName() {
        return surroundings().operatorName();
    }

    @VisibleForTesting
    public StreamingRuntimeContext getRuntimeContext() {
        surroundings();
        return runtimeContext;
    }

    @VisibleForTesting
    public OperatorStateBackend getOperatorStateBackend() {
        return surroundings().operatorState();
    }

    @VisibleForTesting
    public ProcessingTimeService getProcessingTimeService() {
        return processingTimeService;
    }

    @Override
    public OperatorID getOperatorID() {
        return surroundings().operatorId();
    }

    @Override
    public final void setChainingStrategy(ChainingStrategy strategy) {
        this.chainingStrategy = strategy;
    }

    @Override
    public final ChainingStrategy getChainingStrategy() {
        return chainingStrategy;
    }

    /**
     * Whether the operator writes raw keyed state of its own. Nothing here depends on the answer:
     * timers are never kept in raw state.
     */
    protected boolean isUsingCustomRawKeyedState() {
        return false;
    }

    // ---- keys and their state ----

    /** State of the current key; the same object at each call with the descriptor. */
    protected <S extends State> S getPartitionedState(StateDescriptor<S, ?> stateDescriptor)
            throws Exception {
        return surroundings().keyedState(stateDescriptor);
    }

    /**
     * State of the current key in a namespace. The object is the same for all namespaces of the
     * descriptor: it reads and writes under the one that was asked for last.
     */
    protected <S extends State, N> S getPartitionedState(
            N namespace,
            TypeSerializer<N> namespaceSerializer,
            StateDescriptor<S, ?> stateDescriptor)
            throws Exception {
        return surroundings().keyedState(namespaceSerializer, stateDescriptor, namespace);
    }

    @Override
    @SuppressWarnings("rawtypes") // the mirrored signature
    public void setKeyContextElement1(StreamRecord record) throws Exception {
        surroundings().setKeyOf(0, record.getValue());
    }

    @Override
    @SuppressWarnings("rawtypes") // the mirrored signature
    public void setKeyContextElement2(StreamRecord record) throws Exception {
        surroundings().setKeyOf(1, record.getValue());
    }

    @Override
    public boolean hasKeyContext1() {
        return stateKeySelector1 != null;
    }

    @Override
    public boolean hasKeyContext2() {
        return stateKeySelector2 != null;
    }

    @Override
    public void setCurrentKey(Object key) {
        surroundings().setCurrentKey(key);
    }

    @Override
    public Object getCurrentKey() {
        return surroundings().currentKey();
    }

    /** Null when not keyed. */
    public KeyedStateStore getKeyedStateStore() {
        return surroundings().keyedStates();
    }

    /** Null when not keyed. */
    protected KeySelector<?, ?> getStateKeySelector1() {
        return stateKeySelector1;
    }

    /** Null when not keyed. */
    protected KeySelector<?, ?> getStateKeySelector2() {
        return stateKeySelector2;
    }

    // ---- time ----

    /**
     * Timers under a name, which is part of the state: it must stay the same. Those of a restored
     * job are there, and fire from the first call of this method on: call it in {@link #open}.
     *
     * @throws UnsupportedOperationException for other namespaces than those of {@link
     *     io.millrace.runtime.state.VoidNamespaceSerializer}
     */
    public <K, N> InternalTimerService<N> getInternalTimerService(
            String name, TypeSerializer<N> namespaceSerializer, Triggerable<K, N> triggerable) {
        return surroundings().timers(name, namespaceSerializer, triggerable);
    }

    /** Fires the timers that are due, then sends the watermark on. */
    public void processWatermark(Watermark mark) throws Exception {
        surroundings().advanceTimers(mark.getTimestamp());
        output.emitWatermark(mark);
    }

    public void processWatermark1(Watermark mark) throws Exception {
        advanceTo(surroundings().advanceInput(0, mark.getTimestamp()));
    }

    public void processWatermark2(Watermark mark) throws Exception {
        advanceTo(surroundings().advanceInput(1, mark.getTimestamp()));
    }

    private void advanceTo(boolean moved) throws Exception {
        if (moved) {
            processWatermark(new Watermark(surroundings().combinedWatermark()));
        }
    }

    /** Sends it on. */
    public void processWatermarkStatus(WatermarkStatus watermarkStatus) throws Exception {
        output.emitWatermarkStatus(watermarkStatus);
    }

    public final void processWatermarkStatus1(WatermarkStatus watermarkStatus) throws Exception {
        inputStatus(0, watermarkStatus);
    }

    public final void processWatermarkStatus2(WatermarkStatus watermarkStatus) throws Exception {
        inputStatus(1, watermarkStatus);
    }

    /** Active before the watermark, idle after it: an idle stream says nothing. */
    private void inputStatus(int input, WatermarkStatus status) throws Exception {
        boolean wasIdle = surroundings().allInputsIdle();
        boolean moved = surroundings().setInputIdle(input, status.isIdle());
        boolean isIdle = surroundings().allInputsIdle();
        if (wasIdle && !isIdle) {
            processWatermarkStatus(WatermarkStatus.ACTIVE);
        }
        advanceTo(moved);
        if (!wasIdle && isIdle) {
            processWatermarkStatus(WatermarkStatus.IDLE);
        }
    }

    // ---- what never comes here ----

    /** Never called: there are no latency markers here. */
    public void processLatencyMarker(LatencyMarker latencyMarker) throws Exception {}

    /** Never called: there are no latency markers here. */
    public void processLatencyMarker1(LatencyMarker latencyMarker) throws Exception {}

    /** Never called: there are no latency markers here. */
    public void processLatencyMarker2(LatencyMarker latencyMarker) throws Exception {}

    /** Never called: there are no record attributes here. */
    public void processRecordAttributes(RecordAttributes recordAttributes) throws Exception {}

    /** Never called: there are no record attributes here. */
    public void processRecordAttributes1(RecordAttributes recordAttributes) {}

    /** Never called: there are no record attributes here. */
    public void processRecordAttributes2(RecordAttributes recordAttributes) {}
}
