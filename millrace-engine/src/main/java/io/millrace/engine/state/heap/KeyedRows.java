// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.engine.state.WindowFold;

/**
 * Finds a key's row in tables of {@link PaneRows}, for who has many such tables with the same keys.
 *
 * @param <K> keys
 * @param <I> records
 * @param <A> accumulators
 */
final class KeyedRows<K, I, A> {

    final PaneRows<I, A> rows;
    private final Boxed boxedKey;

    /**
     * @param boxedKey null where keys are objects
     */
    KeyedRows(PaneRows<I, A> rows, Boxed boxedKey) {
        this.rows = rows;
        this.boxedKey = boxedKey;
    }

    PagedTable newTable() {
        return rows.newTable(boxedKey != null);
    }

    /** What a table knows a key by, beside the key itself: its number, or its hash. */
    long bare(K key, int keyHash) {
        return boxedKey == null ? keyHash : boxedKey.unbox(key);
    }

    /**
     * Adds a record to some columns of a key's row.
     *
     * @param live columns in use
     */
    void fold(PagedTable table, K key, long bare, long mix, long live, I record, int from, int to)
            throws Exception {
        Page page = table.page(mix);
        int slot = find(page, key, bare, mix);
        if (slot >= 0) {
            page = table.writable(page, mix);
        } else {
            page = table.roomFor(mix);
            slot = add(page, key, bare, mix);
        }
        rows.fold(table, page, slot, live, record, from, to);
        page.markDirty(slot);
    }

    /** Sets one accumulator in a table that was never frozen. */
    void put(PagedTable table, K key, int column, A accumulator) {
        long bare = bare(key, key.hashCode());
        long mix = Mix.of(bare);
        Page page = table.page(mix);
        int slot = find(page, key, bare, mix);
        if (slot < 0) {
            page = table.roomFor(mix);
            slot = add(page, key, bare, mix);
        }
        rows.put(page, slot, column, accumulator);
    }

    /** The same rows with some columns only, in a table of their own. */
    PagedTable copy(PagedTable table, long wanted) {
        PagedTable copy = newTable();
        table.image()
                .forEach(
                        (page, slot) -> {
                            long mix = page.mix(slot);
                            Page to = copy.roomFor(mix);
                            rows.copy(page, slot, to, addFrom(page, slot, to, mix), wanted);
                        });
        return copy;
    }

    /**
     * Merges the first column of all keys into that of a table which was never frozen. The
     * accumulators that are there are the older ones.
     */
    void merge(PagedTable into, PagedTable from, WindowFold<I, A> fold) throws Exception {
        from.image()
                .<Exception>forEach(
                        (page, slot) -> {
                            A more = rows.copyOf(page, slot, 0);
                            if (more == null) {
                                return;
                            }
                            long mix = page.mix(slot);
                            Page to = into.page(mix);
                            int toSlot = findFrom(page, slot, to, mix);
                            if (toSlot < 0) {
                                to = into.roomFor(mix);
                                toSlot = addFrom(page, slot, to, mix);
                                rows.put(to, toSlot, 0, more);
                            } else {
                                rows.put(to, toSlot, 0, fold.merge(rows.peek(to, toSlot, 0), more));
                            }
                        });
    }

    @SuppressWarnings("unchecked") // the table holds only Ks
    K key(Page page, int slot) {
        return (K)
                (boxedKey != null
                        ? boxedKey.box(((LongKeyPage) page).keys[slot])
                        : ((ObjectKeyPage) page).keys[slot]);
    }

    @SuppressWarnings("unchecked") // the table held only Ks
    K key(RemovedKeys log, long index) {
        return (K) (boxedKey != null ? boxedKey.box(log.longKey(index)) : log.objectKey(index));
    }

    private int find(Page page, Object key, long bare, long mix) {
        return boxedKey != null
                ? ((LongKeyPage) page).find(bare, mix)
                : ((ObjectKeyPage) page).find(key, (int) bare, mix);
    }

    private int add(Page page, Object key, long bare, long mix) {
        return boxedKey != null
                ? ((LongKeyPage) page).add(bare, mix)
                : ((ObjectKeyPage) page).add(key, (int) bare, mix);
    }

    private int findFrom(Page page, int slot, Page in, long mix) {
        return boxedKey != null
                ? ((LongKeyPage) in).find(((LongKeyPage) page).keys[slot], mix)
                : ((ObjectKeyPage) in)
                        .find(
                                ((ObjectKeyPage) page).keys[slot],
                                ((ObjectKeyPage) page).hashes[slot],
                                mix);
    }

    private int addFrom(Page page, int slot, Page to, long mix) {
        return boxedKey != null
                ? ((LongKeyPage) to).add(((LongKeyPage) page).keys[slot], mix)
                : ((ObjectKeyPage) to)
                        .add(
                                ((ObjectKeyPage) page).keys[slot],
                                ((ObjectKeyPage) page).hashes[slot],
                                mix);
    }
}
