// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.FilterFunction;
import io.millrace.api.common.functions.Function;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.chain.SimpleLink;

/** Lets records pass, or not. */
final class FilterOperator<T> extends OneInputOperator<T, T> implements SimpleLink {

    private final FilterFunction<T> function;

    FilterOperator(
            OperatorContext context,
            FilterFunction<T> function,
            KeySelector<T, ?> selector,
            Output<T> out) {
        super(context, function, selector, out);
        this.function = function;
    }

    @Override
    public void element(T value, long timestamp) throws Exception {
        if (key != null) {
            key.set(value);
        }
        if (function.filter(value)) {
            out.collect(value, timestamp);
        }
    }

    @Override
    public Function simpleFunction() {
        return key == null ? function : null;
    }

    @Override
    public boolean isFilter() {
        return true;
    }
}
