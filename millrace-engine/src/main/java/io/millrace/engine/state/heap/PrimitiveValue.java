// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.engine.state.StateLabel;

/** A value that fits in a long and is kept as one: no reference is stored per record. */
final class PrimitiveValue<V> extends ValueCell<V> {

    private final Boxed boxed;

    PrimitiveValue(
            PagedTable table,
            KeyCursor<?> cursor,
            StateLabel label,
            ValueStateDescriptor<V> defaults,
            Boxed boxed) {
        super(table, cursor, label, defaults);
        this.boxed = boxed;
    }

    @Override
    @SuppressWarnings("unchecked") // the long was made from a V
    public V value() {
        int slot = locate();
        return slot < 0 ? absent() : (V) boxed.box(table.page(cursor.mix).longs[slot]);
    }

    @Override
    public void update(V value) {
        if (value == null) {
            clear();
            return;
        }
        long raw = boxed.unbox(value);
        int slot = locate();
        if (slot < 0) {
            slot = insert();
        }
        Page page = table.writable(table.page(cursor.mix), cursor.mix);
        page.longs[slot] = raw;
        page.markDirty(slot);
    }

    @Override
    @SuppressWarnings("unchecked") // the long was made from a V
    V peek() {
        int slot = locate();
        return slot < 0 ? null : (V) boxed.box(table.page(cursor.mix).longs[slot]);
    }

    @Override
    V own() {
        return peek();
    }
}
