// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.state.LayerFileWriter;
import java.io.IOException;

/**
 * Writes what a layer has of a table. The directory of pages is gone through once, and of pages
 * only those are looked into that changed, or that have something of a part that is due.
 */
final class LayerTables {

    private static final int PARTS = LayerFileWriter.PARTS;

    /** Pages of this depth and deeper have keys of one part only. */
    private static final int PART_BITS = 7;

    private final LayerFileWriter out;
    private final boolean[] due;

    /** Slots of one page by part; where those of each part begin. */
    private final int[] starts = new int[PARTS + 1];

    private int[] slots = new int[PagedTable.MAX_PAGE];

    /**
     * @param due which parts are to be written whole
     */
    LayerTables(LayerFileWriter out, boolean[] due) {
        this.out = out;
        this.due = due;
    }

    /** Writes a table; whether there was anything to write. */
    boolean write(FrozenTables.Table table) throws IOException {
        TableImage image = table.image();
        Page[] directory = image.directory();
        for (int i = 0; i < directory.length; ) {
            Page page = directory[i];
            boolean changed = page.generation == image.generation();
            if (page.depth >= PART_BITS) {
                int part = i >>> (image.depth() - PART_BITS);
                if (changed || due[part]) {
                    writeOnePart(table, page, part);
                }
            } else if (changed || anyDue(page, i, image.depth())) {
                writeParts(table, page, changed);
            }
            i += 1 << (image.depth() - page.depth);
        }
        writeRemoved(table);
        return out.endTable(table.number());
    }

    private boolean anyDue(Page page, int index, int depth) {
        int count = PARTS >> page.depth;
        int first = index >>> (depth - page.depth) << (PART_BITS - page.depth);
        for (int part = first; part < first + count; part++) {
            if (due[part]) {
                return true;
            }
        }
        return false;
    }

    private void writeOnePart(FrozenTables.Table table, Page page, int part) throws IOException {
        if (due[part]) {
            for (int slot = 0; slot <= page.mask; slot++) {
                if (page.live(slot)) {
                    writeEntry(table, page, slot, part);
                }
            }
            return;
        }
        for (int word = 0; word < page.dirty.length; word++) {
            for (long bits = page.dirty[word]; bits != 0; bits &= bits - 1) {
                writeEntry(table, page, 64 * word + Long.numberOfTrailingZeros(bits), part);
            }
        }
    }

    /** Of a page with keys of several parts: sorts them first. */
    private void writeParts(FrozenTables.Table table, Page page, boolean changed)
            throws IOException {
        if (slots.length <= page.mask) {
            slots = new int[page.capacity()];
        }
        java.util.Arrays.fill(starts, 0);
        for (int slot = 0; slot <= page.mask; slot++) {
            int part = wanted(page, slot, changed);
            if (part >= 0) {
                starts[part + 1]++;
            }
        }
        for (int part = 0; part < PARTS; part++) {
            starts[part + 1] += starts[part];
        }
        int all = starts[PARTS];
        int[] places = starts.clone();
        for (int slot = 0; slot <= page.mask; slot++) {
            int part = wanted(page, slot, changed);
            if (part >= 0) {
                slots[places[part]++] = slot;
            }
        }
        for (int i = 0; i < all; i++) {
            writeEntry(table, page, slots[i], LayerFileWriter.partOf(page.mix(slots[i])));
        }
    }

    /** The part of a slot that has something for this layer; else -1. */
    private int wanted(Page page, int slot, boolean changed) {
        if (!page.live(slot)) {
            return -1;
        }
        int part = LayerFileWriter.partOf(page.mix(slot));
        return due[part] || changed && Bits.get(page.dirty, slot) ? part : -1;
    }

    private void writeEntry(FrozenTables.Table table, Page page, int slot, int part)
            throws IOException {
        EntryForm form = table.form();
        Object content = form.content(page, slot);
        if (content != null) {
            DataOutputView entry = out.beginEntry();
            form.writeKey(page, slot, entry);
            out.endKey();
            form.writeContent(content, entry);
            out.endEntry(table.number(), part, due[part]);
        } else if (!due[part] && form.canRunEmpty() && !Bits.get(page.fresh, slot)) {
            form.writeKey(page, slot, out.beginRemoval());
            out.endRemoval(table.number(), part);
        }
    }

    /**
     * A key that came back is among the entries, which are taken for newer. Where keys are objects
     * it may have come back as another that is equal, but is written otherwise: so the one that
     * went is told of all the same.
     */
    private void writeRemoved(FrozenTables.Table table) throws IOException {
        TableImage image = table.image();
        RemovedKeys removed = image.removed();
        for (long i = 0; i < removed.size(); i++) {
            long mix = removed.mix(i);
            int part = LayerFileWriter.partOf(mix);
            if (due[part]) {
                continue;
            }
            Page page = image.directory()[PagedTable.index(mix, image.depth())];
            if (!removed.hasLongs() || !page.holds(removed, i)) {
                table.form().writeKey(removed, i, out.beginRemoval());
                out.endRemoval(table.number(), part);
            }
        }
    }
}
