// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.sink.RichSinkFunction;

/**
 * A sink of which no checkpoint completes before all that was written before it is confirmed. Here
 * because the mirrored class shows no such methods.
 */
abstract class ConfirmingSink<IN> extends RichSinkFunction<IN> implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    /** Returns when everything is confirmed. */
    abstract void awaitConfirms() throws Exception;

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        awaitConfirms();
    }

    /** There is no state: what is not confirmed is written again after a failure. */
    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {}

    @Override
    public void finish() throws Exception {
        awaitConfirms();
    }
}
