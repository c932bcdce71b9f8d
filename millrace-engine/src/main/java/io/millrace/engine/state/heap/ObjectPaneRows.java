// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.WindowFold;

/**
 * Rows of objects. One that the function changes in place and hands back is not stored again. What
 * a running snapshot may hold is copied before it is changed, or handed out.
 */
final class ObjectPaneRows<I, A> extends PaneRows<I, A> {

    private final TypeSerializer<A> serializer;
    private final WindowFold<I, A> fold;
    private final boolean immutable;

    /** A record lies in several windows: it must not link their accumulators (S15). */
    private final boolean several;

    ObjectPaneRows(
            TypeSerializer<A> serializer, WindowFold<I, A> fold, int columns, boolean several) {
        super(columns);
        this.several = several;
        this.serializer = serializer;
        this.fold = fold;
        this.immutable = serializer.isImmutableType();
    }

    @Override
    PagedTable newTable(boolean longKeys) {
        return new PagedTable(
                longKeys,
                immutable ? PagedTable.Values.IMMUTABLE_OBJECTS : PagedTable.Values.MUTABLE_OBJECTS,
                columns);
    }

    @Override
    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // only As are stored; identity is asked
    void fold(PagedTable table, Page page, int slot, long live, I record, int from, int to)
            throws Exception {
        Object[] row = page.objects;
        int start = slot * columns;
        if (page.shared != null && Bits.get(page.shared, slot)) {
            unshare(table, page, slot, live);
        }
        for (int column = to; column >= from; column--) {
            A was = (A) row[start + column];
            boolean own = several || was == null && fold.beginsWithRecord();
            I mine = own ? fold.another(record) : record;
            A is = was == null ? fold.begin(mine) : fold.add(mine, was);
            if (is != was) {
                row[start + column] = is;
                emptied |= is == null;
            }
        }
    }

    /** What is live no more was handed out, and may be another's: it is not even looked at. */
    @SuppressWarnings("unchecked") // only As are stored
    private void unshare(PagedTable table, Page page, int slot, long live) {
        if (!table.snapshotRunning()) {
            page.shared = null;
            return;
        }
        int start = slot * columns;
        for (int column = 0; column < columns; column++) {
            A accumulator = (A) page.objects[start + column];
            if (accumulator != null) {
                page.objects[start + column] =
                        ((live >>> column) & 1) == 0 ? null : serializer.copy(accumulator);
            }
        }
        Bits.clear(page.shared, slot);
    }

    @Override
    @SuppressWarnings("unchecked") // only As are stored
    A peek(Page page, int slot, int column) {
        return (A) page.objects[slot * columns + column];
    }

    @Override
    A take(PagedTable table, Page page, int slot, int column) {
        A accumulator = peek(page, slot, column);
        if (accumulator == null || immutable || !table.snapshotRunning()) {
            return accumulator;
        }
        boolean held =
                page.epoch != table.epoch || page.shared != null && Bits.get(page.shared, slot);
        return held ? serializer.copy(accumulator) : accumulator;
    }

    @Override
    A copyOf(Page page, int slot, int column) {
        A accumulator = peek(page, slot, column);
        return accumulator == null || immutable ? accumulator : serializer.copy(accumulator);
    }

    @Override
    void put(Page page, int slot, int column, A accumulator) {
        page.objects[slot * columns + column] = accumulator;
    }
}
