// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.keys;

/**
 * A contiguous range of key groups, both ends included.
 *
 * @param first first key group
 * @param last last key group; smaller than {@code first} when the range is empty
 */
public record KeyGroupRange(int first, int last) {

    /** How many key groups lie in the range. */
    public int size() {
        return Math.max(0, last - first + 1);
    }

    public boolean contains(int keyGroup) {
        return keyGroup >= first && keyGroup <= last;
    }

    /** Whether the two ranges share a key group. */
    public boolean overlaps(KeyGroupRange other) {
        return first <= other.last && other.first <= last && size() > 0 && other.size() > 0;
    }

    @Override
    public String toString() {
        return "key groups " + first + ".." + last;
    }
}
