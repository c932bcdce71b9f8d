// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.engine.state.StateSweep;
import java.util.function.UnaryOperator;

/**
 * Looks through a table page by page. Where it stands is a place among the mixed hashes and a slot
 * of the page that covers it, so pages may split and merge meanwhile: then it looks at some entries
 * twice, or at the next round.
 */
final class HeapSweep implements StateSweep {

    /** Empty slots cost next to nothing, but a big page may be full of them. */
    private static final int SLOTS_PER_ENTRY = 16;

    private final ValueCell<?> cell;
    private final PagedTable table;
    private long place;
    private int slot;

    HeapSweep(ValueCell<?> cell) {
        this.cell = cell;
        this.table = cell.table;
    }

    @Override
    public void next(int entries, UnaryOperator<Object> survivors) {
        if (table.size() == 0) {
            return;
        }
        int left = entries;
        long wholeRound = table.size() + table.pages();
        for (long looks = Math.min((long) entries * SLOTS_PER_ENTRY, 16 * wholeRound);
                looks > 0 && left > 0;
                looks--) {
            Page page = table.page(place);
            if (slot > page.mask) {
                slot = 0;
                place = PagedTable.after(place, page);
            } else if (!page.live(slot) || cell.isCurrent(page, slot)) {
                slot++;
            } else {
                left--;
                look(page, survivors);
            }
        }
    }

    private void look(Page page, UnaryOperator<Object> survivors) {
        Object kept = page.objects[slot];
        Object stays = survivors.apply(kept);
        if (stays == null) {
            // Another entry may come to this slot, so it is looked at again.
            cell.forget();
            table.remove(page, slot, page.mix(slot));
            return;
        }
        if (stays != kept) {
            replace(page, stays);
        }
        slot++;
    }

    /** What stays is made of the same elements: a running snapshot may hold them as before. */
    private void replace(Page found, Object by) {
        Page page = table.writable(found, found.mix(slot));
        page.objects[slot] = by;
        page.markDirty(slot);
    }
}
