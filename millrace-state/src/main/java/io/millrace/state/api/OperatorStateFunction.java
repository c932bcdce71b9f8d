// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.state.api.functions.StateBootstrapFunction;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.util.Collector;

/** Lets the engine call a function that makes operator state as one that processes records. */
final class OperatorStateFunction<T> extends ProcessFunction<T, Void>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final StateBootstrapFunction<T> function;

    OperatorStateFunction(StateBootstrapFunction<T> function) {
        this.function = function;
    }

    @Override
    public void setRuntimeContext(RuntimeContext context) {
        super.setRuntimeContext(context);
        function.setRuntimeContext(context);
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        function.initializeState(context);
    }

    @Override
    public void open(OpenContext openContext) throws Exception {
        function.open(openContext);
    }

    @Override
    public void processElement(T value, Context ctx, Collector<Void> out) throws Exception {
        function.processElement(value, () -> ctx.timerService().currentProcessingTime());
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        function.snapshotState(context);
    }

    @Override
    public void close() throws Exception {
        function.close();
    }
}
