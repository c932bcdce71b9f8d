// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The table that keyed state lives in: extendible hashing by page.
 *
 * <p><b>Shape.</b> A directory of pages is indexed by the leading bits of the key's mixed hash.
 * Each {@link Page} is a small open-addressed table of at most {@value #MAX_PAGE} slots. A full
 * page splits in two by the next bit, so that no single insert ever moves more than one page; the
 * directory doubles by copying references. Pages that run empty merge with their sibling, and the
 * directory halves: a state cleared for all keys shrinks to one page of {@value #MIN_PAGE} slots.
 * Only keys with one and the same hash code cannot be split; their page then grows in place, and
 * pays for it.
 *
 * <p><b>Freezing.</b> {@link #freeze} ends the epoch and hands out the directory; it touches no
 * entry. From then on everything that can be reached from that directory is immutable as long as
 * the snapshot runs: the directory is cloned before its first change, and a page of an older epoch
 * is copied before its first change. When no running snapshot can hold a page it is only stamped
 * with the new epoch. So the thread that writes the snapshot shares nothing that changes with the
 * task, and the only word between them is the lease. Several snapshots may run at once: a page is
 * copied if the newest of them was frozen when, or after, the page was last changed.
 *
 * <p><b>Changes.</b> Generations are coarser than epochs: a freeze for a snapshot that stands alone
 * ends the epoch only, one from which the next will tell the difference ends the generation too.
 * Each page knows which slots were written in its generation, and the table logs the keys removed
 * in it; {@link TableImage#forEachChange} reads both.
 *
 * <p><b>Objects</b> that users may change in place: a copied page shares its value objects with the
 * frozen one, which {@link Page#shared} records per slot; {@link ObjectValue} copies the object at
 * its first use.
 */
final class PagedTable {

    static final int MIN_PAGE = 16;
    static final int MAX_PAGE = 1024;
    static final int MAX_DEPTH = 28;

    /** About 32 KB of values to a page. */
    private static final int WIDE_PAGE_VALUES = 4096;

    /** What is kept beside the keys. */
    enum Values {
        /** Nothing: a set of keys. */
        NONE,
        LONGS,
        /** Objects nobody changes in place. */
        IMMUTABLE_OBJECTS,
        MUTABLE_OBJECTS
    }

    /** Whether keys are longs; final, so that the branch on it is foreseen and costs nothing. */
    final boolean longKeys;

    private final boolean mutableValues;
    private final int maxPage;

    long epoch = 1;

    /** Told apart by this number from other tables of a backend; 0: has none yet. */
    long number;

    private long generation = 1;
    private Page[] directory;
    private int depth;
    private int shift = MAX_DEPTH;
    private boolean directoryFrozen;
    private long size;
    private int pages = 1;
    private final int[] pagesByDepth = new int[MAX_DEPTH + 1];
    private RemovedKeys removed;

    /** Snapshots not known to be released, oldest first. */
    private final List<RunningSnapshot> running = new ArrayList<>();

    private long movedSlots;

    private record RunningSnapshot(SnapshotLease lease, long epoch) {}

    PagedTable(boolean longKeys, Values values) {
        this(longKeys, values, 1);
    }

    /**
     * @param width how many values stand side by side for one key; pages of wide rows have fewer
     *     slots, so that copying one stays cheap
     */
    PagedTable(boolean longKeys, Values values, int width) {
        this.longKeys = longKeys;
        this.mutableValues = values == Values.MUTABLE_OBJECTS;
        this.maxPage =
                width == 1
                        ? MAX_PAGE
                        : Math.max(64, Integer.highestOneBit(WIDE_PAGE_VALUES / width));
        long[] longs = values == Values.LONGS ? new long[MIN_PAGE * width] : null;
        Object[] objects =
                values == Values.IMMUTABLE_OBJECTS || values == Values.MUTABLE_OBJECTS
                        ? new Object[MIN_PAGE * width]
                        : null;
        Page first =
                longKeys
                        ? new LongKeyPage(0, MIN_PAGE, epoch, longs, objects)
                        : new ObjectKeyPage(0, MIN_PAGE, epoch, longs, objects);
        first.generation = generation;
        directory = new Page[] {first};
        pagesByDepth[0] = 1;
        removed = new RemovedKeys(longKeys);
    }

    static int index(long mix, int depth) {
        return (int) (mix >>> (64 - MAX_DEPTH)) >>> (MAX_DEPTH - depth);
    }

    long size() {
        return size;
    }

    /** The page that a key belongs to, for reading. */
    Page page(long mix) {
        return directory[(int) (mix >>> (64 - MAX_DEPTH)) >>> shift];
    }

    /** The first mixed hash that is not the page's any more, the lowest after the last. */
    static long after(long mix, Page page) {
        if (page.depth == 0) {
            return 0;
        }
        long span = 1L << (64 - page.depth);
        return (mix & -span) + span;
    }

    /**
     * The page to write to instead of {@code page}, which was found by {@code mix}: slots are the
     * same.
     */
    Page writable(Page page, long mix) {
        return page.epoch == epoch ? page : renew(page, mix);
    }

    /** A writable page with room for one more key. */
    Page roomFor(long mix) {
        Page page = writable(page(mix), mix);
        size++;
        return page.count < page.limit() ? page : makeRoom(page, mix);
    }

    /**
     * Removes an entry from a page; what was known about slots of this table is void afterwards.
     */
    void remove(Page found, int slot, long mix) {
        Page page = writable(found, mix);
        if (!Bits.get(page.fresh, slot)) {
            page.logRemoval(slot, removed);
        }
        movedSlots += page.removeAt(slot);
        size--;
        if (page.count < maxPage / 8) {
            shrink(page, mix);
        }
    }

    /** Takes out everything; only as long as nothing was frozen. */
    void clear() {
        if (epoch > 1) {
            throw new IllegalStateException("snapshots are taken of this table");
        }
        if (size == 0) {
            return;
        }
        directory = new Page[] {blank(directory[0], 0, MIN_PAGE)};
        depth = 0;
        shift = MAX_DEPTH;
        size = 0;
        pages = 1;
        Arrays.fill(pagesByDepth, 0);
        pagesByDepth[0] = 1;
        removed = new RemovedKeys(longKeys);
    }

    /** Ends epoch and generation. The image may be read until the lease is released. */
    TableImage freeze(SnapshotLease lease) {
        return freeze(lease, true);
    }

    /**
     * Ends the epoch. The image may be read until the lease is released.
     *
     * @param endsGeneration whether the next changes are told from those that are in this image;
     *     otherwise these are not to be read from it
     */
    TableImage freeze(SnapshotLease lease, boolean endsGeneration) {
        TableImage image = image();
        running.removeIf(snapshot -> snapshot.lease.isReleased());
        running.add(new RunningSnapshot(lease, epoch));
        directoryFrozen = true;
        if (endsGeneration) {
            removed = new RemovedKeys(longKeys);
            generation++;
        }
        epoch++;
        return image;
    }

    /** The table as it is now, good until the next change. */
    TableImage image() {
        return new TableImage(directory, depth, size, generation, removed);
    }

    /** Whether a running snapshot may hold objects of this table. */
    boolean snapshotRunning() {
        return newestRunning() != 0;
    }

    /** Entries that were moved between slots so far; for tests of how long a step can be. */
    long movedSlots() {
        return movedSlots;
    }

    int pages() {
        return pages;
    }

    int directoryLength() {
        return directory.length;
    }

    /** The epoch of the newest snapshot that still runs, 0 when none does. */
    private long newestRunning() {
        while (!running.isEmpty()) {
            RunningSnapshot last = running.get(running.size() - 1);
            if (!last.lease.isReleased()) {
                return last.epoch;
            }
            running.remove(running.size() - 1);
        }
        return 0;
    }

    private Page renew(Page page, long mix) {
        long frozen = newestRunning();
        if (page.epoch > frozen) {
            if (frozen == 0) {
                page.shared = null;
            }
            page.beginEpoch(epoch, generation);
            return page;
        }
        Page copy = page.copy(epoch, mutableValues);
        copy.beginGeneration(page, generation);
        put(copy, mix);
        return copy;
    }

    /**
     * Makes the directory point to a page wherever its depth says; {@code mix} lies in its range.
     */
    private void put(Page page, long mix) {
        ownDirectory();
        int span = 1 << (depth - page.depth);
        int start = index(mix, depth) & -span;
        Arrays.fill(directory, start, start + span, page);
    }

    private void ownDirectory() {
        if (directoryFrozen) {
            if (newestRunning() != 0) {
                directory = directory.clone();
            }
            directoryFrozen = false;
        }
    }

    private Page makeRoom(Page full, long mix) {
        Page page = full;
        while (page.count >= page.limit()) {
            if (page.capacity() >= maxPage && split(page, mix)) {
                page = page(mix);
            } else {
                page = resize(page, page.capacity() * 2, mix);
            }
        }
        return page;
    }

    private Page resize(Page page, int capacity, long mix) {
        Page resized = blank(page, page.depth, capacity);
        moveAll(page, resized);
        put(resized, mix);
        return resized;
    }

    private static Page blank(Page like, int depth, int capacity) {
        Page blank = like.blank(depth, capacity);
        blank.generation = like.generation;
        return blank;
    }

    private void moveAll(Page from, Page to) {
        for (int slot = 0; slot <= from.mask; slot++) {
            if (from.live(slot)) {
                to.take(from, slot);
            }
        }
        movedSlots += from.count;
    }

    /**
     * False when the next bit does not part the keys (they share one hash code), or the directory
     * is deep enough.
     */
    private boolean split(Page page, long mix) {
        if (page.depth == MAX_DEPTH || (page.depth == depth && directory.length > 16L * pages)) {
            return false;
        }
        int bit = 63 - page.depth;
        int ones = 0;
        for (int slot = 0; slot <= page.mask; slot++) {
            if (page.live(slot)) {
                ones += (int) (page.mix(slot) >>> bit) & 1;
            }
        }
        if (ones == 0 || ones == page.count) {
            return false;
        }
        if (page.depth == depth) {
            resizeDirectory(depth + 1);
        }
        Page low = blank(page, page.depth + 1, capacityFor(page.count - ones));
        Page high = blank(page, page.depth + 1, capacityFor(ones));
        for (int slot = 0; slot <= page.mask; slot++) {
            if (page.live(slot)) {
                (((page.mix(slot) >>> bit) & 1) == 0 ? low : high).take(page, slot);
            }
        }
        movedSlots += page.count;
        put(low, mix & ~(1L << bit));
        put(high, mix | (1L << bit));
        pages++;
        pagesByDepth[page.depth]--;
        pagesByDepth[page.depth + 1] += 2;
        return true;
    }

    /**
     * Gives memory back after a removal: merges with the sibling while both are nearly empty, then
     * shrinks.
     */
    private void shrink(Page sparse, long mix) {
        Page page = sparse;
        while (page.depth > 0 && page.count < maxPage / 8) {
            long siblingMix = mix ^ (1L << (64 - page.depth));
            Page sibling = page(siblingMix);
            if (sibling.depth != page.depth || sibling.count + page.count > maxPage / 4) {
                break;
            }
            sibling = writable(sibling, siblingMix);
            Page merged = blank(page, page.depth - 1, capacityFor(page.count + sibling.count));
            moveAll(page, merged);
            moveAll(sibling, merged);
            put(merged, mix);
            pages--;
            pagesByDepth[page.depth] -= 2;
            pagesByDepth[merged.depth]++;
            page = merged;
        }
        while (depth > 0 && pagesByDepth[depth] == 0) {
            resizeDirectory(depth - 1);
        }
        if (page.capacity() > MIN_PAGE && page.count < page.capacity() / 8) {
            resize(page, capacityFor(page.count), mix);
        }
    }

    private void resizeDirectory(int newDepth) {
        Page[] resized = new Page[1 << newDepth];
        for (int i = 0; i < resized.length; i++) {
            resized[i] = newDepth > depth ? directory[i >> 1] : directory[i << 1];
        }
        directory = resized;
        directoryFrozen = false;
        depth = newDepth;
        shift = MAX_DEPTH - newDepth;
    }

    /** The smallest page that these entries fill half at most. */
    private static int capacityFor(int entries) {
        int wanted = Math.max(MIN_PAGE, 2 * entries);
        return wanted == Integer.highestOneBit(wanted)
                ? wanted
                : Integer.highestOneBit(wanted) << 1;
    }
}
