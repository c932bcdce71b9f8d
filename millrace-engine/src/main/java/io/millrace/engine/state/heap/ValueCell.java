// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.engine.state.StateLabel;

/**
 * The value under the current key, in one state's table: value state itself, and what the other
 * kinds of state are built on. The slot found by one call serves the following ones for the same
 * key.
 *
 * @param <V> type of the values
 */
abstract class ValueCell<V> implements ValueState<V> {

    final PagedTable table;
    final KeyCursor<?> cursor;
    private final StateLabel label;
    private final ValueStateDescriptor<V> defaults;
    private long sequence = -1;
    private int slot;

    /**
     * @param defaults where the value of an unset state comes from; null: it is null
     */
    ValueCell(
            PagedTable table,
            KeyCursor<?> cursor,
            StateLabel label,
            ValueStateDescriptor<V> defaults) {
        this.table = table;
        this.cursor = cursor;
        this.label = label;
        this.defaults = defaults;
    }

    @Override
    public abstract V value();

    /** Null clears. */
    @Override
    public abstract void update(V value);

    /** The value for reading only: nothing is marked, nothing copied. Null when there is none. */
    abstract V peek();

    /**
     * The value, which the caller may change in place: it counts as changed. Null when there is
     * none.
     */
    abstract V own();

    final V absent() {
        return defaults == null ? null : defaults.getDefaultValue();
    }

    /** The slot of the current key, -1 when it is not in the table. */
    final int locate() {
        if (sequence != cursor.sequence) {
            if (!cursor.prepare()) {
                throw label.noKey();
            }
            slot = cursor.find(table.page(cursor.mix));
            sequence = cursor.sequence;
        }
        return slot;
    }

    /** Whether the current key, if there is one, is in this slot. */
    @SuppressWarnings("ReferenceEquality") // whether it is this very page
    final boolean isCurrent(Page page, int at) {
        return isUsable() && locate() == at && table.page(cursor.mix) == page;
    }

    private boolean isUsable() {
        return sequence == cursor.sequence || cursor.isSet();
    }

    /** Somebody is about to change the table: what is known of the current key's slot is void. */
    final void forget() {
        sequence = -1;
    }

    /** Adds the current key, which {@link #locate} has not found. */
    final int insert() {
        slot = cursor.add(table.roomFor(cursor.mix));
        return slot;
    }

    @Override
    public final void clear() {
        int found = locate();
        if (found >= 0) {
            table.remove(table.page(cursor.mix), found, cursor.mix);
            slot = -1;
        }
    }
}
