// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/**
 * A small open-addressed table (linear probing, deletion by shifting back) that holds a part of a
 * {@link PagedTable}: the keys whose mixed hash begins with the same {@link #depth} bits.
 *
 * <p><b>Epochs.</b> {@link #epoch} tells in which epoch of the table this page was last changed.
 * While it equals the table's, the page may be changed freely. When it is older, nothing in the
 * page changed since the last freeze, and a frozen image may hold this very page: the table then
 * copies or re-stamps it before the first change.
 *
 * <p><b>Generations</b> consist of whole epochs. The bits tell what happened in the page's {@link
 * #generation}, which is the table's when the page was last changed: {@link #dirty} slots were
 * written, {@link #fresh} ones hold keys that were not there when the generation began. When the
 * page's generation is older than the table's, nothing in it changed in the table's.
 *
 * <p>Values are longs or objects, by the table's kind (or absent: a set of keys); a slot may have a
 * row of them. Keys are the subclasses' business.
 */
abstract class Page {

    /** How many leading bits of the mixed hash all keys of this page share. */
    final int depth;

    /** Number of slots minus one; the number is a power of two. */
    final int mask;

    long epoch;

    /** What the bits are about. */
    long generation;

    /** Live entries. */
    int count;

    /** Written in {@link #generation}. */
    final long[] dirty;

    /** Key came in {@link #generation}: unknown to the image that ended the one before. */
    final long[] fresh;

    /**
     * Slots whose value object a running snapshot may hold too; null: none. Only for mutable
     * values.
     */
    long[] shared;

    /** Values, or null. */
    final long[] longs;

    /** Values, or null. */
    final Object[] objects;

    /** How many values stand side by side for one slot. */
    final int width;

    Page(int depth, int capacity, long epoch, long[] longs, Object[] objects) {
        this.depth = depth;
        this.mask = capacity - 1;
        this.epoch = epoch;
        this.longs = longs;
        this.objects = objects;
        this.width =
                longs != null
                        ? longs.length / capacity
                        : objects != null ? objects.length / capacity : 0;
        this.dirty = new long[Bits.words(capacity)];
        this.fresh = new long[Bits.words(capacity)];
    }

    final int capacity() {
        return mask + 1;
    }

    /** At three quarters the page is full: probing stays short and an empty slot always ends it. */
    final int limit() {
        return capacity() - (capacity() >>> 2);
    }

    abstract boolean live(int slot);

    /** The mixed hash of the key in a live slot. */
    abstract long mix(int slot);

    /** An empty page of the same kind and epoch. */
    abstract Page blank(int newDepth, int capacity);

    /** The same content in arrays of its own, bits of the generation cleared. */
    abstract Page copy(long newEpoch, boolean shareValues);

    /**
     * Copies the key in {@code from}'s slot to a free slot of this page and returns that; not
     * counted yet.
     */
    abstract int claim(Page from, int slot);

    /** Moves a key within the page; the target slot is free. */
    abstract void moveKey(int from, int to);

    /** Forgets the key in a slot. */
    abstract void wipeKey(int slot);

    /** Writes the key in a slot to the log of removed keys. */
    abstract void logRemoval(int slot, RemovedKeys log);

    /** Whether this page holds the key at a place of the log. */
    abstract boolean holds(RemovedKeys log, long index);

    final void markDirty(int slot) {
        Bits.set(dirty, slot);
    }

    /** Nothing frozen holds this page: it only begins another epoch. */
    final void beginEpoch(long newEpoch, long newGeneration) {
        if (generation != newGeneration) {
            java.util.Arrays.fill(dirty, 0);
            java.util.Arrays.fill(fresh, 0);
            generation = newGeneration;
        }
        epoch = newEpoch;
    }

    /** This is a new copy of that page: what that one knows of the generation holds here too. */
    final void beginGeneration(Page copied, long newGeneration) {
        if (copied.generation == newGeneration) {
            System.arraycopy(copied.dirty, 0, dirty, 0, dirty.length);
            System.arraycopy(copied.fresh, 0, fresh, 0, fresh.length);
        }
        generation = newGeneration;
    }

    /** Takes over an entry with its value and bits from another page of the same epoch. */
    final void take(Page from, int slot) {
        int to = claim(from, slot);
        copyValues(from, slot, to);
        if (Bits.get(from.dirty, slot)) {
            Bits.set(dirty, to);
        }
        if (Bits.get(from.fresh, slot)) {
            Bits.set(fresh, to);
        }
        if (from.shared != null && Bits.get(from.shared, slot)) {
            if (shared == null) {
                shared = new long[dirty.length];
            }
            Bits.set(shared, to);
        }
        count++;
    }

    /**
     * Removes the entry in a slot and closes the gap, so that no tombstone is left.
     *
     * @return how many entries had to move
     */
    final int removeAt(int slot) {
        int hole = slot;
        int moved = 0;
        int i = slot;
        while (true) {
            i = (i + 1) & mask;
            if (!live(i)) {
                break;
            }
            int home = (int) mix(i) & mask;
            // An entry may fill the hole unless that would put it before its home slot.
            if (((i - home) & mask) >= ((i - hole) & mask)) {
                move(i, hole);
                hole = i;
                moved++;
            }
        }
        wipe(hole);
        count--;
        return moved;
    }

    private void move(int from, int to) {
        moveKey(from, to);
        copyValues(this, from, to);
        Bits.copy(dirty, from, dirty, to);
        Bits.copy(fresh, from, fresh, to);
        if (shared != null) {
            Bits.copy(shared, from, shared, to);
        }
    }

    private void copyValues(Page from, int slot, int to) {
        if (width == 1) {
            if (longs != null) {
                longs[to] = from.longs[slot];
            } else {
                objects[to] = from.objects[slot];
            }
        } else if (longs != null) {
            System.arraycopy(from.longs, slot * width, longs, to * width, width);
        } else if (objects != null) {
            System.arraycopy(from.objects, slot * width, objects, to * width, width);
        }
    }

    /** Who adds a key finds nothing beside it; of a single long he writes it at once. */
    private void wipe(int slot) {
        wipeKey(slot);
        if (objects != null) {
            java.util.Arrays.fill(objects, slot * width, (slot + 1) * width, null);
        } else if (width > 1) {
            java.util.Arrays.fill(longs, slot * width, (slot + 1) * width, 0);
        }
        Bits.clear(dirty, slot);
        Bits.clear(fresh, slot);
        if (shared != null) {
            Bits.clear(shared, slot);
        }
    }
}
