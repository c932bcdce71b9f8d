// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.State;
import io.millrace.engine.state.NamespacedState;
import java.util.Collection;

/** A state that each key has once per namespace. */
final class TableNamespaces<N, V, S extends State> implements NamespacedState<N, S> {

    private final S state;
    private final StateTable<V> table;
    private final Place<N> place;

    TableNamespaces(S state, StateTable<V> table, Place<N> place) {
        this.state = state;
        this.table = table;
        this.place = place;
    }

    @Override
    public S in(N namespace) {
        place.enter(namespace);
        return state;
    }

    @Override
    public void merge(N target, Collection<? extends N> sources) throws Exception {
        V merged = null;
        if (table.column().spec().is("value") || table.column().spec().is("map")) {
            throw table.cannotMerge();
        }
        for (N source : sources) {
            place.enter(source);
            V value = table.read();
            if (value != null) {
                table.remove();
                merged = merged == null ? value : table.merge(merged, value);
            }
        }
        place.enter(target);
        if (merged != null) {
            V value = table.read();
            V all = value == null ? merged : table.merge(value, merged);
            if (all == null) {
                table.remove();
            } else {
                table.write(all);
            }
        }
    }
}
