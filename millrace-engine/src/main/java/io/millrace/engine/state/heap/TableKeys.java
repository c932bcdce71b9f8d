// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/**
 * The keys that a table has at one moment, for who walks over them and changes the table meanwhile:
 * bare longs or references, nothing of the values.
 */
final class TableKeys {

    /** One of the two is null. */
    private final long[] longs;

    private final Object[] objects;
    private int size;

    TableKeys(PagedTable table) {
        int length = Math.toIntExact(table.size());
        longs = table.longKeys ? new long[length] : null;
        objects = table.longKeys ? null : new Object[length];
        table.image().forEach(this::add);
    }

    private void add(Page page, int slot) {
        if (longs != null) {
            longs[size] = ((LongKeyPage) page).keys[slot];
        } else {
            objects[size] = ((ObjectKeyPage) page).keys[slot];
        }
        size++;
    }

    int size() {
        return size;
    }

    /**
     * A key.
     *
     * @param boxed how longs of this table become keys
     */
    @SuppressWarnings("unchecked") // the caller's table holds keys of this type
    <K> K key(int index, Boxed boxed) {
        return (K) (longs != null ? boxed.box(longs[index]) : objects[index]);
    }
}
