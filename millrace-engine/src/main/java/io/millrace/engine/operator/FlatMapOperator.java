// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;

/** Any number of records out for each record in; they have its timestamp. */
final class FlatMapOperator<I, O> extends OneInputOperator<I, O> {

    private final FlatMapFunction<I, O> function;
    private final Emitter<O> emitter;

    FlatMapOperator(
            OperatorContext context,
            FlatMapFunction<I, O> function,
            KeySelector<I, ?> selector,
            Output<O> out) {
        super(context, function, selector, out);
        this.function = function;
        this.emitter = new Emitter<>(out);
    }

    @Override
    public void element(I value, long timestamp) throws Exception {
        if (key != null) {
            key.set(value);
        }
        emitter.timestamp = timestamp;
        function.flatMap(value, emitter);
    }
}
