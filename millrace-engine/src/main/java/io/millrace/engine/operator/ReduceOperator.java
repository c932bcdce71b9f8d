// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.EndOfKeys;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;

/**
 * Rolling reduce: per key, each record is folded into what there was, and the result goes out; in a
 * batch job the last one of each key only.
 */
final class ReduceOperator<T> extends OneInputOperator<T, T> implements EndOfKeys.Hook {

    private static final String STATE = "reduced";

    private final ReduceFunction<T> function;
    private final TypeInformation<T> type;
    private ValueState<T> reduced;

    /**
     * @param type of the records; may be unknown, then each value is written with its run-time
     *     class
     */
    ReduceOperator(
            OperatorContext context,
            ReduceFunction<T> function,
            TypeInformation<T> type,
            KeySelector<T, ?> selector,
            Output<T> out) {
        super(context, function, selector, out);
        this.function = function;
        this.type = type;
    }

    @Override
    public void initializeState() throws Exception {
        super.initializeState();
        reduced =
                functionContext.getState(
                        new ValueStateDescriptor<>(
                                STATE, Serializers.of(type, context.executionConfig())));
        if (context.endOfKeys() != null) {
            context.endOfKeys().add(this);
        }
    }

    @Override
    public void element(T value, long timestamp) throws Exception {
        key.set(value);
        T before = reduced.value();
        T after = before == null ? value : function.reduce(before, value);
        reduced.update(after);
        if (context.endOfKeys() == null) {
            out.collect(after, timestamp);
        }
    }

    /** In a batch job only what came of all records goes out, at the end of time. */
    @Override
    public boolean endKey() throws Exception {
        T all = reduced.value();
        if (all == null) {
            return false;
        }
        reduced.clear();
        out.collect(all, Long.MAX_VALUE);
        return true;
    }
}
