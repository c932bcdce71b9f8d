// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.chain.SimpleLink;

/** One record out for each record in. */
final class MapOperator<I, O> extends OneInputOperator<I, O> implements SimpleLink {

    private final MapFunction<I, O> function;

    MapOperator(
            OperatorContext context,
            MapFunction<I, O> function,
            KeySelector<I, ?> selector,
            Output<O> out) {
        super(context, function, selector, out);
        this.function = function;
    }

    @Override
    public void element(I value, long timestamp) throws Exception {
        if (key != null) {
            key.set(value);
        }
        out.collect(function.map(value), timestamp);
    }

    @Override
    public Function simpleFunction() {
        return key == null ? function : null;
    }

    @Override
    public boolean isFilter() {
        return false;
    }
}
