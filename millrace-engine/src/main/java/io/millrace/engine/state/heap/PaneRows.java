// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.WindowFold;

/**
 * How the accumulators of one key's neighbouring windows lie side by side in a table's row. Does
 * not know which windows they are: it counts columns.
 *
 * @param <I> records
 * @param <A> accumulators
 */
abstract class PaneRows<I, A> {

    /** More windows than this in one row would make rows too long to copy. */
    private static final int MOST_COLUMNS = 16;

    /** How many windows one row has. */
    final int columns;

    /** Whether the fold ever gave null for what had something before. */
    boolean emptied;

    PaneRows(int columns) {
        this.columns = columns;
    }

    /**
     * Rows for accumulators of this serializer.
     *
     * @param overlap how many windows a record lies in
     * @param most that many windows in one row at most
     */
    static <I, A> PaneRows<I, A> of(
            TypeSerializer<A> serializer, WindowFold<I, A> fold, long overlap, int most) {
        int wanted = (int) Math.min(Math.min(overlap, most), MOST_COLUMNS);
        FlatFormat<A> flat = FlatFormat.of(serializer);
        return flat != null
                ? new FlatPaneRows<>(flat, fold, wanted)
                : new ObjectPaneRows<>(serializer, fold, wanted, overlap > 1);
    }

    abstract PagedTable newTable(boolean longKeys);

    /**
     * Adds a record to some columns of a row, last one first. The page is writable.
     *
     * @param live columns in use, a bit for each; others may hold what was forgotten
     */
    abstract void fold(PagedTable table, Page page, int slot, long live, I record, int from, int to)
            throws Exception;

    /** The accumulator for who only reads it and keeps nothing; null: none. */
    abstract A peek(Page page, int slot, int column);

    /** The accumulator for who may change and keep it, though a snapshot may run; null: none. */
    abstract A take(PagedTable table, Page page, int slot, int column);

    /** An accumulator like that one, for who changes it; the one in the row stays. Null: none. */
    abstract A copyOf(Page page, int slot, int column);

    /** Sets one accumulator. The page is writable, and of a table that was never frozen. */
    abstract void put(Page page, int slot, int column, A accumulator);

    /** Copies some columns of a row, and no others, to an empty row of another table. */
    final void copy(Page from, int slot, Page to, int toSlot, long wanted) {
        for (int column = 0; column < columns; column++) {
            if (((wanted >>> column) & 1) != 0) {
                A accumulator = copyOf(from, slot, column);
                if (accumulator != null) {
                    put(to, toSlot, column, accumulator);
                }
            }
        }
    }
}
