// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.state.api.functions.KeyedStateBootstrapFunction;
import io.millrace.streaming.api.TimerService;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;

/** Lets the engine call a function that makes keyed state as one that processes records. */
final class KeyedStateFunction<K, T> extends KeyedProcessFunction<K, T, Void> {
    private static final long serialVersionUID = 1L;

    private final KeyedStateBootstrapFunction<K, T> function;

    KeyedStateFunction(KeyedStateBootstrapFunction<K, T> function) {
        this.function = function;
    }

    @Override
    public void setRuntimeContext(RuntimeContext context) {
        super.setRuntimeContext(context);
        function.setRuntimeContext(context);
    }

    @Override
    public void open(OpenContext openContext) throws Exception {
        function.open(openContext);
    }

    @Override
    public void processElement(T value, Context ctx, Collector<Void> out) throws Exception {
        function.processElement(
                value,
                function.new Context() {
                    @Override
                    public TimerService timerService() {
                        return ctx.timerService();
                    }

                    @Override
                    public K getCurrentKey() {
                        return ctx.getCurrentKey();
                    }
                });
    }

    @Override
    public void close() throws Exception {
        function.close();
    }
}
