// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.StateLabel;

/**
 * A keyed state that the program has asked for.
 *
 * @param descriptor what it was first asked for with
 * @param label name and kind
 * @param state the user's view
 * @param table where its entries live
 * @param namespaced the engine's view of a state in namespaces; null for others
 */
record Registered<V>(
        StateDescriptor<?, ?> descriptor,
        StateLabel label,
        State state,
        StateTable<V> table,
        NamespacedState<?, ?> namespaced) {

    String type() {
        return table.column().spec().type();
    }
}
