// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.ReducingState;

/** States that fold what is added into one value. As on the heap, {@code add(null)} clears. */
final class FoldingState {

    private FoldingState() {}

    /** Folds values of one type. */
    record Reducing<T>(SingleTable<T> table, ReduceFunction<T> function)
            implements ReducingState<T> {

        @Override
        public T get() {
            return table.read();
        }

        @Override
        public void add(T value) throws Exception {
            if (value == null) {
                table.clear();
                return;
            }
            T folded = table.read();
            table.update(folded == null ? value : function.reduce(folded, value));
        }

        @Override
        public void clear() {
            table.clear();
        }
    }

    /** Folds values into an accumulator. */
    record Aggregating<IN, ACC, OUT>(
            SingleTable<ACC> table, AggregateFunction<IN, ACC, OUT> function)
            implements AggregatingState<IN, OUT> {

        @Override
        public OUT get() {
            ACC accumulator = table.read();
            return accumulator == null ? null : function.getResult(accumulator);
        }

        @Override
        public void add(IN value) {
            if (value == null) {
                table.clear();
                return;
            }
            ACC accumulator = table.read();
            table.update(
                    function.add(
                            value,
                            accumulator == null ? function.createAccumulator() : accumulator));
        }

        @Override
        public void clear() {
            table.clear();
        }
    }
}
