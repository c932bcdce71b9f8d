// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.engine.state.StateShape;

/**
 * A keyed state that the program has asked for.
 *
 * @param descriptor what it was first asked for with
 * @param label name and kind
 * @param type logical type text
 * @param shape what a checkpoint remembers of the type beside the text
 * @param state the user's view
 * @param cell where its entries live
 * @param format how they are written
 * @param boxed set when they are kept as longs
 */
record RegisteredState<V>(
        StateDescriptor<?, ?> descriptor,
        StateLabel label,
        String type,
        StateShape shape,
        State state,
        ValueCell<V> cell,
        ValueFormat<V> format,
        Boxed boxed) {

    FrozenKeyedState.Part freeze(SnapshotLease lease, ValueFormat<?> writing) {
        return new FrozenKeyedState.Part(
                label.name(), label.kind(), type, shape, cell.table.freeze(lease), writing, boxed);
    }
}
