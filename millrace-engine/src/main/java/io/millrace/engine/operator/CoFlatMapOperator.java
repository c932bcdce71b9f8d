// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.api.functions.co.CoFlatMapFunction;

/** Any number of records out for each record in, from two inputs. */
final class CoFlatMapOperator<A, B, O> extends TwoInputOperator<A, B, O> {

    private final CoFlatMapFunction<A, B, O> function;
    private final Emitter<O> emitter;

    CoFlatMapOperator(
            OperatorContext context,
            CoFlatMapFunction<A, B, O> function,
            KeySelector<A, ?> firstSelector,
            KeySelector<B, ?> secondSelector,
            Output<O> out) {
        super(context, function, firstSelector, secondSelector, out);
        this.function = function;
        this.emitter = new Emitter<>(out);
    }

    @Override
    void first(A value, long timestamp) throws Exception {
        emitter.timestamp = timestamp;
        function.flatMap1(value, emitter);
    }

    @Override
    void second(B value, long timestamp) throws Exception {
        emitter.timestamp = timestamp;
        function.flatMap2(value, emitter);
    }
}
