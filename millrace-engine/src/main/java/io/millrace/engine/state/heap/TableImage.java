// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/**
 * A table as it stood at a freeze. While the snapshot's {@link SnapshotLease} is not released no
 * page that can be reached from here ever changes, so any one thread may read it without lock.
 *
 * @param directory pages by leading bits of the mixed hash; a page of smaller depth stands in
 *     several places
 * @param depth leading bits used by the directory
 * @param size live entries
 * @param generation the generation that this freeze ended; pages of it changed since the freeze
 *     that ended the one before
 * @param removed keys removed in it
 */
record TableImage(Page[] directory, int depth, long size, long generation, RemovedKeys removed) {

    /** Takes entries, by page and slot. */
    interface EntryVisitor<E extends Exception> {
        void entry(Page page, int slot) throws E;
    }

    /** Takes keys of the log of removals. */
    interface RemovalVisitor<E extends Exception> {
        void removed(RemovedKeys log, long index) throws E;
    }

    <E extends Exception> void forEach(EntryVisitor<E> visitor) throws E {
        for (int i = 0; i < directory.length; ) {
            Page page = directory[i];
            for (int slot = 0; slot <= page.mask; slot++) {
                if (page.live(slot)) {
                    visitor.entry(page, slot);
                }
            }
            i += 1 << (depth - page.depth);
        }
    }

    /**
     * What changed between the freeze that ended the generation before and this one: first the keys
     * that are gone, then the entries that were added or written.
     */
    <E extends Exception> void forEachChange(RemovalVisitor<E> removals, EntryVisitor<E> writes)
            throws E {
        for (long i = 0; i < removed.size(); i++) {
            Page page = directory[PagedTable.index(removed.mix(i), depth)];
            if (!page.holds(removed, i)) {
                removals.removed(removed, i);
            }
        }
        for (int i = 0; i < directory.length; ) {
            Page page = directory[i];
            if (page.generation == generation) {
                for (int slot = 0; slot <= page.mask; slot++) {
                    if (Bits.get(page.dirty, slot)) {
                        writes.entry(page, slot);
                    }
                }
            }
            i += 1 << (depth - page.depth);
        }
    }
}
