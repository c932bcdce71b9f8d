// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.util.Arrays;

/**
 * A set of keys as bytes, for who reads layers from the newest to the oldest: what was seen once is
 * superseded further down. Bytes lie one behind the other in one array, with a small table of where
 * each begins.
 */
final class SeenKeys {

    private byte[] bytes = new byte[512];
    private int used;

    /** One more than where a key begins; 0 is free. A key is preceded by its length. */
    private int[] table = new int[32];

    private int size;

    boolean contains(byte[] from, int offset, int length) {
        return table[find(from, offset, length)] != 0;
    }

    void add(byte[] from, int offset, int length) {
        int slot = find(from, offset, length);
        if (table[slot] != 0) {
            return;
        }
        int needed = Math.addExact(used, length + Integer.BYTES);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * needed));
        }
        table[slot] = used + 1;
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[used++] = (byte) (length >>> shift);
        }
        System.arraycopy(from, offset, bytes, used, length);
        used = needed;
        if (++size > table.length / 2) {
            grow();
        }
    }

    private void grow() {
        int[] old = table;
        table = new int[2 * old.length];
        for (int place : old) {
            if (place != 0) {
                int start = place - 1 + Integer.BYTES;
                table[find(bytes, start, length(place - 1))] = place;
            }
        }
    }

    private int length(int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | bytes[at + 3] & 0xff;
    }

    private int find(byte[] from, int offset, int length) {
        int mask = table.length - 1;
        int slot = hash(from, offset, length) & mask;
        while (table[slot] != 0) {
            int at = table[slot] - 1;
            int start = at + Integer.BYTES;
            if (length(at) == length
                    && Arrays.equals(bytes, start, start + length, from, offset, offset + length)) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static int hash(byte[] from, int offset, int length) {
        int hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + from[i];
        }
        hash *= 0x9e3779b1;
        return hash ^ hash >>> 15;
    }
}
