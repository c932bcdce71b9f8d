// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import java.util.ArrayList;
import java.util.List;

/**
 * The keys that were in the table when its generation began and have been removed since, in order
 * of removal. Each is in here once at most: a key that comes back counts as fresh, and the removal
 * of a fresh key is not logged. So the log never grows beyond what the image at that moment held,
 * and is empty as long as no generation has ended.
 *
 * <p>A key in here may be live again; then it is dirty too. Who replays changes takes removals
 * first.
 */
final class RemovedKeys {

    private static final int CHUNK = 1024;

    private final boolean longKeys;
    private final List<long[]> longs = new ArrayList<>();
    private final List<Object[]> objects = new ArrayList<>();
    private final List<int[]> hashes = new ArrayList<>();
    private long size;

    RemovedKeys(boolean longKeys) {
        this.longKeys = longKeys;
    }

    void add(long key) {
        int i = (int) (size % CHUNK);
        if (i == 0) {
            longs.add(new long[CHUNK]);
        }
        longs.get(longs.size() - 1)[i] = key;
        size++;
    }

    void add(Object key, int hash) {
        int i = (int) (size % CHUNK);
        if (i == 0) {
            objects.add(new Object[CHUNK]);
            hashes.add(new int[CHUNK]);
        }
        objects.get(objects.size() - 1)[i] = key;
        hashes.get(hashes.size() - 1)[i] = hash;
        size++;
    }

    long size() {
        return size;
    }

    /** Whether keys are longs. */
    boolean hasLongs() {
        return longKeys;
    }

    long longKey(long index) {
        return longs.get((int) (index / CHUNK))[(int) (index % CHUNK)];
    }

    Object objectKey(long index) {
        return objects.get((int) (index / CHUNK))[(int) (index % CHUNK)];
    }

    int hash(long index) {
        return hashes.get((int) (index / CHUNK))[(int) (index % CHUNK)];
    }

    long mix(long index) {
        return Mix.of(longKeys ? longKey(index) : hash(index));
    }
}
