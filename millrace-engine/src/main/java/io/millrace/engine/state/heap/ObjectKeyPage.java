// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/** A page whose keys are objects, with their hash codes beside them. */
final class ObjectKeyPage extends Page {

    final Object[] keys;
    final int[] hashes;

    ObjectKeyPage(int depth, int capacity, long epoch, long[] longs, Object[] objects) {
        this(depth, epoch, new Object[capacity], new int[capacity], longs, objects);
    }

    private ObjectKeyPage(
            int depth, long epoch, Object[] keys, int[] hashes, long[] longs, Object[] objects) {
        super(depth, keys.length, epoch, longs, objects);
        this.keys = keys;
        this.hashes = hashes;
    }

    /** The slot of a key, -1 when it is not here. */
    int find(Object key, int hash, long mix) {
        Object[] all = keys;
        int i = (int) mix & mask;
        while (true) {
            Object at = all[i];
            if (at == null) {
                return -1;
            }
            if (hashes[i] == hash && same(key, at)) {
                return i;
            }
            i = (i + 1) & mask;
        }
    }

    @SuppressWarnings("ReferenceEquality") // a quick yes before the question proper
    private static boolean same(Object a, Object b) {
        return a == b || a.equals(b);
    }

    /** Adds a key that is not here; the page is not full. */
    int add(Object key, int hash, long mix) {
        int slot = place(key, hash, mix);
        Bits.set(dirty, slot);
        Bits.set(fresh, slot);
        count++;
        return slot;
    }

    private int place(Object key, int hash, long mix) {
        int i = (int) mix & mask;
        while (keys[i] != null) {
            i = (i + 1) & mask;
        }
        keys[i] = key;
        hashes[i] = hash;
        return i;
    }

    @Override
    boolean live(int slot) {
        return keys[slot] != null;
    }

    @Override
    long mix(int slot) {
        return Mix.of(hashes[slot]);
    }

    @Override
    Page blank(int newDepth, int capacity) {
        return new ObjectKeyPage(
                newDepth,
                capacity,
                epoch,
                longs == null ? null : new long[capacity * width],
                objects == null ? null : new Object[capacity * width]);
    }

    @Override
    Page copy(long newEpoch, boolean shareValues) {
        ObjectKeyPage copy =
                new ObjectKeyPage(
                        depth,
                        newEpoch,
                        keys.clone(),
                        hashes.clone(),
                        longs == null ? null : longs.clone(),
                        objects == null ? null : objects.clone());
        copy.count = count;
        if (shareValues) {
            copy.shared = new long[copy.dirty.length];
            for (int i = 0; i < keys.length; i++) {
                if (keys[i] != null) {
                    Bits.set(copy.shared, i);
                }
            }
        }
        return copy;
    }

    @Override
    int claim(Page from, int slot) {
        ObjectKeyPage page = (ObjectKeyPage) from;
        return place(page.keys[slot], page.hashes[slot], Mix.of(page.hashes[slot]));
    }

    @Override
    void moveKey(int from, int to) {
        keys[to] = keys[from];
        hashes[to] = hashes[from];
    }

    @Override
    void wipeKey(int slot) {
        keys[slot] = null;
    }

    @Override
    void logRemoval(int slot, RemovedKeys log) {
        log.add(keys[slot], hashes[slot]);
    }

    @Override
    boolean holds(RemovedKeys log, long index) {
        int hash = log.hash(index);
        return find(log.objectKey(index), hash, Mix.of(hash)) >= 0;
    }
}
