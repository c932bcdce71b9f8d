// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/**
 * A page whose keys are integral numbers, kept as bare longs. A free slot holds 0 and has no live
 * bit.
 */
final class LongKeyPage extends Page {

    final long[] keys;
    private final long[] live;

    LongKeyPage(int depth, int capacity, long epoch, long[] longs, Object[] objects) {
        this(depth, epoch, new long[capacity], new long[Bits.words(capacity)], longs, objects);
    }

    private LongKeyPage(
            int depth, long epoch, long[] keys, long[] live, long[] longs, Object[] objects) {
        super(depth, keys.length, epoch, longs, objects);
        this.keys = keys;
        this.live = live;
    }

    /** The slot of a key, -1 when it is not here. */
    int find(long key, long mix) {
        long[] all = keys;
        int i = (int) mix & mask;
        while (true) {
            long at = all[i];
            // Only 0 needs the live bit: every other number in a slot is a key.
            if (at == key && (at != 0 || live(i))) {
                return i;
            }
            if (at == 0 && !live(i)) {
                return -1;
            }
            i = (i + 1) & mask;
        }
    }

    /** Adds a key that is not here; the page is not full. */
    int add(long key, long mix) {
        int slot = place(key, mix);
        Bits.set(dirty, slot);
        Bits.set(fresh, slot);
        count++;
        return slot;
    }

    private int place(long key, long mix) {
        int i = (int) mix & mask;
        while (keys[i] != 0 || live(i)) {
            i = (i + 1) & mask;
        }
        keys[i] = key;
        Bits.set(live, i);
        return i;
    }

    @Override
    boolean live(int slot) {
        return Bits.get(live, slot);
    }

    @Override
    long mix(int slot) {
        return Mix.of(keys[slot]);
    }

    @Override
    Page blank(int newDepth, int capacity) {
        return new LongKeyPage(
                newDepth,
                capacity,
                epoch,
                longs == null ? null : new long[capacity * width],
                objects == null ? null : new Object[capacity * width]);
    }

    @Override
    Page copy(long newEpoch, boolean shareValues) {
        LongKeyPage copy =
                new LongKeyPage(
                        depth,
                        newEpoch,
                        keys.clone(),
                        live.clone(),
                        longs == null ? null : longs.clone(),
                        objects == null ? null : objects.clone());
        copy.count = count;
        copy.shared = shareValues ? live.clone() : null;
        return copy;
    }

    @Override
    int claim(Page from, int slot) {
        long key = ((LongKeyPage) from).keys[slot];
        return place(key, Mix.of(key));
    }

    @Override
    void moveKey(int from, int to) {
        keys[to] = keys[from];
        Bits.set(live, to);
    }

    @Override
    void wipeKey(int slot) {
        keys[slot] = 0;
        Bits.clear(live, slot);
    }

    @Override
    void logRemoval(int slot, RemovedKeys log) {
        log.add(keys[slot]);
    }

    @Override
    boolean holds(RemovedKeys log, long index) {
        long key = log.longKey(index);
        return find(key, Mix.of(key)) >= 0;
    }
}
