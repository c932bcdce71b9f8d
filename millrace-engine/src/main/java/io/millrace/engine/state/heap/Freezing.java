// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import java.util.function.LongSupplier;

/**
 * What the tables of a backend need to know to be frozen together.
 *
 * @param lease when their images are not needed any more
 * @param endsGeneration whether the next changes are told from what is in these images
 * @param numbers numbers for tables that have none
 */
record Freezing(SnapshotLease lease, boolean endsGeneration, LongSupplier numbers) {

    /** Columns of a table times two: it may be written as state and as timers. */
    private static final int COLUMNS = 128;

    TableImage freeze(PagedTable table) {
        if (table.number == 0) {
            table.number = numbers.getAsLong();
        }
        return table.freeze(lease, endsGeneration);
    }

    /** By which number layers know a table. */
    static long number(PagedTable table) {
        return table.number * COLUMNS;
    }

    /** By which number layers know a column of a table. */
    static long number(PagedTable table, int column, boolean timers) {
        return table.number * COLUMNS + 2L * column + (timers ? 1 : 0);
    }
}
