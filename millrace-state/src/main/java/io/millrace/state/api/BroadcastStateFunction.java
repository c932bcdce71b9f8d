// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.OperatorStateStore;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.state.api.functions.BroadcastStateBootstrapFunction;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.util.Collector;

/** Lets the engine call a function that makes broadcast state as one that processes records. */
final class BroadcastStateFunction<T> extends ProcessFunction<T, Void>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final BroadcastStateBootstrapFunction<T> function;
    private transient OperatorStateStore store;

    BroadcastStateFunction(BroadcastStateBootstrapFunction<T> function) {
        this.function = function;
    }

    @Override
    public void setRuntimeContext(RuntimeContext context) {
        super.setRuntimeContext(context);
        function.setRuntimeContext(context);
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
        store = context.getOperatorStateStore();
    }

    @Override
    public void open(OpenContext openContext) throws Exception {
        function.open(openContext);
    }

    @Override
    public void processElement(T value, Context ctx, Collector<Void> out) throws Exception {
        function.processElement(
                value,
                new BroadcastStateBootstrapFunction.Context() {
                    @Override
                    public long currentProcessingTime() {
                        return ctx.timerService().currentProcessingTime();
                    }

                    @Override
                    public <K, V> BroadcastState<K, V> getBroadcastState(
                            MapStateDescriptor<K, V> stateDescriptor) {
                        try {
                            return store.getBroadcastState(stateDescriptor);
                        } catch (RuntimeException e) {
                            throw e;
                        } catch (Exception e) {
                            throw new IllegalStateException(
                                    "Broadcast state '"
                                            + stateDescriptor.getName()
                                            + "' is not to be had: "
                                            + e.getMessage(),
                                    e);
                        }
                    }
                });
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        // it is in the state already
    }

    @Override
    public void close() throws Exception {
        function.close();
    }
}
