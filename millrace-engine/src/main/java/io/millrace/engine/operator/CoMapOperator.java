// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.api.functions.co.CoMapFunction;

/** One record out for each record in, from two inputs. */
final class CoMapOperator<A, B, O> extends TwoInputOperator<A, B, O> {

    private final CoMapFunction<A, B, O> function;

    CoMapOperator(
            OperatorContext context,
            CoMapFunction<A, B, O> function,
            KeySelector<A, ?> firstSelector,
            KeySelector<B, ?> secondSelector,
            Output<O> out) {
        super(context, function, firstSelector, secondSelector, out);
        this.function = function;
    }

    @Override
    void first(A value, long timestamp) throws Exception {
        out.collect(function.map1(value), timestamp);
    }

    @Override
    void second(B value, long timestamp) throws Exception {
        out.collect(function.map2(value), timestamp);
    }
}
