// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.engine.state.StateLabel;

/**
 * A value kept as an object. One that can be changed in place counts as changed whenever it is
 * handed out (the user may change it and never call update), and is copied first where a running
 * snapshot may hold it.
 */
final class ObjectValue<V> extends ValueCell<V> {

    private final ValueFormat<V> format;
    private final boolean immutable;

    ObjectValue(
            PagedTable table,
            KeyCursor<?> cursor,
            StateLabel label,
            ValueStateDescriptor<V> defaults,
            ValueFormat<V> format) {
        super(table, cursor, label, defaults);
        this.format = format;
        this.immutable = format.isImmutable();
    }

    @Override
    public V value() {
        V value = immutable ? peek() : own();
        return value == null ? absent() : value;
    }

    @Override
    public void update(V value) {
        if (value == null) {
            clear();
            return;
        }
        int slot = locate();
        if (slot < 0) {
            slot = insert();
        }
        Page page = table.writable(table.page(cursor.mix), cursor.mix);
        // Storing a reference that is there already would cost G1's write barrier for nothing.
        if (!same(page.objects[slot], value)) {
            page.objects[slot] = value;
            if (page.shared != null) {
                Bits.clear(page.shared, slot);
            }
        }
        page.markDirty(slot);
    }

    @SuppressWarnings("ReferenceEquality") // identity is the question
    private static boolean same(Object a, Object b) {
        return a == b;
    }

    @Override
    @SuppressWarnings("unchecked") // only Vs are stored
    V peek() {
        int slot = locate();
        return slot < 0 ? null : (V) table.page(cursor.mix).objects[slot];
    }

    @Override
    @SuppressWarnings("unchecked") // only Vs are stored
    V own() {
        int slot = locate();
        if (slot < 0) {
            return null;
        }
        Page page = table.writable(table.page(cursor.mix), cursor.mix);
        page.markDirty(slot);
        if (page.shared != null && Bits.get(page.shared, slot)) {
            unshare(page, slot);
        }
        return (V) page.objects[slot];
    }

    @SuppressWarnings("unchecked") // only Vs are stored
    private void unshare(Page page, int slot) {
        if (table.snapshotRunning()) {
            page.objects[slot] = format.copy((V) page.objects[slot]);
            Bits.clear(page.shared, slot);
        } else {
            page.shared = null;
        }
    }
}
