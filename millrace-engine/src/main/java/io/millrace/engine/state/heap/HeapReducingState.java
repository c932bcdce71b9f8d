// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.ReducingState;

/**
 * Reducing state: one value per key, folded with every new one. As in Flink's heap, {@code
 * add(null)} clears.
 */
final class HeapReducingState<T> implements ReducingState<T> {

    private final ValueCell<T> cell;
    private final ValueFormat<T> format;
    private final ReduceFunction<T> function;

    HeapReducingState(ValueCell<T> cell, ValueFormat<T> format, ReduceFunction<T> function) {
        this.cell = cell;
        this.format = format;
        this.function = function;
    }

    @Override
    public T get() throws Exception {
        return cell.value();
    }

    @Override
    public void add(T value) throws Exception {
        if (value == null) {
            cell.clear();
            return;
        }
        T folded = cell.value();
        if (folded != null) {
            cell.update(function.reduce(folded, value));
        } else {
            // The first value becomes the accumulator, which the function may change in place: it
            // must not be
            // the sender's object too.
            cell.update(format.isImmutable() ? value : format.copy(value));
        }
    }

    @Override
    public void clear() {
        cell.clear();
    }
}
