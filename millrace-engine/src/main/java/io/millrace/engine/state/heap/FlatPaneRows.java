// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.engine.state.WindowFold;

/**
 * Rows of longs: a header, and the accumulators by {@link FlatFormat}. The header has for each
 * column a bit that says whether anything is there, then the bits that say what is null in it.
 */
final class FlatPaneRows<I, A> extends PaneRows<I, A> {

    private final FlatFormat<A> format;
    private final WindowFold<I, A> fold;

    /** Longs of one accumulator. */
    private final int width;

    /** Header bits of one column. */
    private final int bits;

    private final long mask;

    FlatPaneRows(FlatFormat<A> format, WindowFold<I, A> fold, int wanted) {
        super(Math.min(wanted, Long.SIZE / (1 + format.nullBits)));
        this.format = format;
        this.fold = fold;
        this.width = format.width;
        this.bits = 1 + format.nullBits;
        this.mask = (1L << bits) - 1;
    }

    @Override
    PagedTable newTable(boolean longKeys) {
        return new PagedTable(longKeys, PagedTable.Values.LONGS, 1 + columns * width);
    }

    @Override
    void fold(PagedTable table, Page page, int slot, long live, I record, int from, int to)
            throws Exception {
        long[] row = page.longs;
        int start = slot * page.width;
        long header = row[start];
        for (int column = to; column >= from; column--) {
            int shift = column * bits;
            int at = start + 1 + column * width;
            long was = (header >>> shift) & mask;
            A accumulator =
                    (was & 1) == 0
                            ? fold.begin(record)
                            : fold.add(record, format.load(row, at, was >>> 1));
            long is = 0;
            if (accumulator == null) {
                emptied = true;
            } else {
                is = (format.store(accumulator, row, at) << 1) | 1;
            }
            header ^= (was ^ is) << shift;
        }
        row[start] = header;
    }

    @Override
    A peek(Page page, int slot, int column) {
        int start = slot * page.width;
        long state = (page.longs[start] >>> (column * bits)) & mask;
        return (state & 1) == 0
                ? null
                : format.load(page.longs, start + 1 + column * width, state >>> 1);
    }

    /** It is made anew each time. */
    @Override
    A take(PagedTable table, Page page, int slot, int column) {
        return peek(page, slot, column);
    }

    @Override
    A copyOf(Page page, int slot, int column) {
        return peek(page, slot, column);
    }

    @Override
    void put(Page page, int slot, int column, A accumulator) {
        int start = slot * page.width;
        int shift = column * bits;
        long is = (format.store(accumulator, page.longs, start + 1 + column * width) << 1) | 1;
        page.longs[start] = (page.longs[start] & ~(mask << shift)) | (is << shift);
    }
}
