// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.state.State;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.StateLabel;
import java.util.Collection;

/** A state over a cursor that knows namespaces. */
final class HeapNamespacedState<N, V, S extends State> implements NamespacedState<N, S> {

    private final S state;
    private final ValueCell<V> cell;
    private final NamespaceCursor<?, N> cursor;
    private final Merger<V> merger;
    private final StateLabel label;

    /** Puts two values together into one; may change the first, and hand it back. */
    interface Merger<V> {
        V merge(V into, V from) throws Exception;
    }

    /**
     * @param merger null: values of this kind can't be put together
     */
    HeapNamespacedState(
            S state,
            ValueCell<V> cell,
            NamespaceCursor<?, N> cursor,
            Merger<V> merger,
            StateLabel label) {
        this.state = state;
        this.cell = cell;
        this.cursor = cursor;
        this.merger = merger;
        this.label = label;
    }

    @Override
    public S in(N namespace) {
        cursor.enter(namespace);
        return state;
    }

    @Override
    public void merge(N target, Collection<? extends N> sources) throws Exception {
        if (merger == null) {
            throw new UnsupportedOperationException(
                    "The "
                            + label
                            + " can't be merged: only list, reducing and aggregating state can.");
        }
        V merged = null;
        for (N source : sources) {
            cursor.enter(source);
            V value = cell.own();
            if (value != null) {
                cell.clear();
                merged = merged == null ? value : merger.merge(merged, value);
            }
        }
        cursor.enter(target);
        if (merged != null) {
            V value = cell.own();
            cell.update(value == null ? merged : merger.merge(value, merged));
        }
    }
}
