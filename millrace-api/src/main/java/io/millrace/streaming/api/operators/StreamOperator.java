// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.metrics.groups.OperatorMetricGroup;
import io.millrace.runtime.jobgraph.OperatorID;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import java.io.Serializable;

/**
 * What is done to records. Programs extend {@link AbstractStreamOperator} and implement {@link
 * OneInputStreamOperator} or {@link TwoInputStreamOperator} beside it.
 *
 * <p>Each subtask works on its own copy of the operator that the program gave, made by Java
 * serialization. The order of a life: state is initialized, {@link #open}; records, snapshots,
 * notifications; {@link #finish} at the end of all data, and only there; {@link #close} always. In
 * a chain, opening, notifying and closing go from the tail to the head, finishing from the head to
 * the tail. At a barrier: {@link #prepareSnapshotPreBarrier}, from the head, may emit; then the
 * barrier goes on; then the state is taken, from the tail. No two calls come at once.
 *
 * @param <OUT> what is emitted
 */
@PublicEvolving
public interface StreamOperator<OUT> extends CheckpointListener, KeyContext, Serializable {

    /** Before the first record, after state was initialized. */
    void open() throws Exception;

    /**
     * All data has come: what is still held may be emitted, and nothing after that. A last snapshot
     * may follow; what was emitted must not be in it, for a job that is restored from there may
     * finish once more.
     */
    void finish() throws Exception;

    /** Frees what was opened; also after a failure, then perhaps without {@link #open}. */
    void close() throws Exception;

    /**
     * Before the barrier of this checkpoint is sent on: what is emitted here lies before it.
     *
     * @param checkpointId the checkpoint's
     */
    void prepareSnapshotPreBarrier(long checkpointId) throws Exception;

    /** Sets the current key to that of a record of the first input. */
    void setKeyContextElement1(StreamRecord<?> record) throws Exception;

    /** Sets the current key to that of a record of the second input. */
    void setKeyContextElement2(StreamRecord<?> record) throws Exception;

    OperatorMetricGroup getMetricGroup();

    OperatorID getOperatorID();
}
