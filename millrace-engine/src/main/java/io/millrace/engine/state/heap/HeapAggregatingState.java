// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.state.AggregatingState;

/** Aggregating state: one accumulator per key. As in Flink's heap, {@code add(null)} clears. */
final class HeapAggregatingState<IN, ACC, OUT> implements AggregatingState<IN, OUT> {

    private final ValueCell<ACC> cell;
    private final AggregateFunction<IN, ACC, OUT> function;

    HeapAggregatingState(ValueCell<ACC> cell, AggregateFunction<IN, ACC, OUT> function) {
        this.cell = cell;
        this.function = function;
    }

    @Override
    public OUT get() throws Exception {
        ACC accumulator = cell.value();
        return accumulator == null ? null : function.getResult(accumulator);
    }

    @Override
    public void add(IN value) throws Exception {
        if (value == null) {
            cell.clear();
            return;
        }
        ACC accumulator = cell.value();
        cell.update(
                function.add(
                        value, accumulator == null ? function.createAccumulator() : accumulator));
    }

    @Override
    public void clear() {
        cell.clear();
    }
}
