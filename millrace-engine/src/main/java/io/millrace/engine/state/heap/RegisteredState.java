// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateLabel;
import io.millrace.engine.state.StateShape;
import java.util.List;
import java.util.function.UnaryOperator;

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
 * @param namespaces the cursor of a state in namespaces; null for others
 * @param namespaced the engine's view of a state in namespaces; null for others
 */
record RegisteredState<V>(
        StateDescriptor<?, ?> descriptor,
        StateLabel label,
        String type,
        StateShape shape,
        State state,
        ValueCell<V> cell,
        ValueFormat<V> format,
        Boxed boxed,
        NamespaceCursor<?, ?> namespaces,
        NamespacedState<?, ?> namespaced) {

    /** A state over this cursor. */
    static <V, S extends State> RegisteredState<V> of(
            StateDescriptor<?, ?> descriptor,
            StateLabel label,
            String type,
            S state,
            ValueCell<V> cell,
            ValueFormat<V> format,
            Boxed boxed,
            HeapNamespacedState.Merger<V> merger) {
        NamespaceCursor<?, ?> namespaces =
                cell.cursor instanceof NamespaceCursor<?, ?> cursor ? cursor : null;
        return new RegisteredState<>(
                descriptor,
                label,
                type,
                format.shape(),
                state,
                cell,
                format,
                boxed,
                namespaces,
                namespaces == null
                        ? null
                        : new HeapNamespacedState<>(state, cell, namespaces, merger, label));
    }

    NamespaceType namespaceType() {
        return NamespaceType.of(namespaces == null ? null : namespaces.serializer);
    }

    /** What a snapshot says of it. */
    StateHeader header() {
        return new StateHeader(label.name(), label.kind(), type, shape, namespaceType());
    }

    /**
     * @param keys writes keys
     * @param writing writes all else
     * @param survivors what is to be written of what is kept under a key; null for all of it
     */
    <K> FrozenTables freeze(
            Freezing freezing,
            TypeSerializer<K> keys,
            Boxed boxedKey,
            Writing writing,
            UnaryOperator<Object> survivors) {
        TableImage image = freezing.freeze(cell.table);
        EntryForm form =
                new CellForm<>(
                        keys, boxedKey, writing.namespaces(), writing.format(), boxed, survivors);
        return new FrozenTables(
                header(),
                List.of(new FrozenTables.Table(Freezing.number(cell.table), image, form)));
    }
}
