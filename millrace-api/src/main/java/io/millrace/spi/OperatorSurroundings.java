// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.runtime.jobgraph.OperatorID;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.runtime.state.OperatorStateBackend;
import io.millrace.streaming.api.checkpoint.ListCheckpointed;
import io.millrace.streaming.api.operators.InternalTimerService;
import io.millrace.streaming.api.operators.Output;
import io.millrace.streaming.api.operators.Triggerable;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.tasks.ProcessingTimeService;

/**
 * What a custom operator finds around it. Implemented by the engine; what Flink reaches through its
 * task, its configuration and its handlers of state, and what programs can see of that through
 * {@code AbstractStreamOperator}. Used on the task's thread only.
 *
 * @param <OUT> what the operator emits
 */
public interface OperatorSurroundings<OUT> {

    Output<StreamRecord<OUT>> output();

    String operatorName();

    OperatorID operatorId();

    ExecutionConfig executionConfig();

    RuntimeContext runtimeContext();

    boolean checkpointingEnabled();

    ProcessingTimeService processingTime();

    MailboxExecutor mailbox();

    OperatorStateBackend operatorState();

    /** Null when not keyed. */
    KeyedStateStore keyedStates();

    /** Keyed state of the current key; an error that tells what to do where there are no keys. */
    <S extends State> S keyedState(StateDescriptor<S, ?> descriptor);

    /** The same, of the current key in a namespace, which stays set until another is. */
    <N, S extends State> S keyedState(
            TypeSerializer<N> namespaces, StateDescriptor<S, ?> descriptor, N namespace);

    /**
     * Null when not keyed.
     *
     * @param input 0 or 1
     */
    KeySelector<?, ?> keySelector(int input);

    /** Makes the record's key the current one; nothing happens where the input is not keyed. */
    void setKeyOf(int input, Object value) throws Exception;

    void setCurrentKey(Object key);

    /** Null when none is set. */
    Object currentKey();

    /** Timers under a name; those of a restored job fire as they come due. */
    <K, N> InternalTimerService<N> timers(
            String name, TypeSerializer<N> namespaceSerializer, Triggerable<K, N> target);

    /** Fires the event-time timers that are due by this watermark. */
    void advanceTimers(long watermark) throws Exception;

    /**
     * One of two inputs has this watermark now; true when the operator's own has moved.
     *
     * @param input 0 or 1
     */
    boolean advanceInput(int input, long watermark);

    /** One of two inputs became idle or active; true when the operator's watermark has moved. */
    boolean setInputIdle(int input, boolean idle);

    /** The operator's watermark: the smallest of its active inputs'. */
    long combinedWatermark();

    /** Whether both inputs are idle. */
    boolean allInputsIdle();

    /** Restores the state of a function of the older kind. */
    @SuppressWarnings("deprecation") // ListCheckpointed is old, but programs have it
    void restore(ListCheckpointed<?> function) throws Exception;

    /** Takes the state of the function that was restored so. */
    void snapshotList(FunctionSnapshotContext context) throws Exception;
}
