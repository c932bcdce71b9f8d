// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/**
 * Some neighbouring windows, a column each, in one table with a row per key. When the last of them
 * is dropped the table goes as a whole; no row is ever removed from it.
 */
final class PaneChunk {

    /** Number of the window in the first column. */
    final long base;

    PagedTable table;

    /** Columns whose windows are there, a bit for each. */
    long live;

    /** Columns that were live once: their rows may hold what is forgotten. */
    long dropped;

    PaneChunk(long base, PagedTable table) {
        this.base = base;
        this.table = table;
    }
}
