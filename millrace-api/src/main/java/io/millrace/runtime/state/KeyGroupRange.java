// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import java.io.Serializable;
import java.util.Iterator;
import java.util.stream.IntStream;

/** All key groups from one to another, both included; or none. */
public class KeyGroupRange implements KeyGroupsList, Serializable {

    private static final long serialVersionUID = 4869121477592070607L;

    /** No key group. */
    public static final KeyGroupRange EMPTY_KEY_GROUP_RANGE = new KeyGroupRange();

    private final int startKeyGroup;
    private final int endKeyGroup;

    private KeyGroupRange() {
        this.startKeyGroup = 0;
        this.endKeyGroup = -1;
    }

    /**
     * @throws IllegalArgumentException when the first is negative or above the last
     */
    public KeyGroupRange(int startKeyGroup, int endKeyGroup) {
        if (startKeyGroup < 0 || startKeyGroup > endKeyGroup) {
            throw new IllegalArgumentException(
                    "There is no range of key groups from "
                            + startKeyGroup
                            + " to "
                            + endKeyGroup
                            + '.');
        }
        this.startKeyGroup = startKeyGroup;
        this.endKeyGroup = endKeyGroup;
    }

    /** The range; an empty one where the first is above the last. */
    public static KeyGroupRange of(int startKeyGroup, int endKeyGroup) {
        return startKeyGroup <= endKeyGroup
                ? new KeyGroupRange(startKeyGroup, endKeyGroup)
                : EMPTY_KEY_GROUP_RANGE;
    }

    @Override
    public boolean contains(int keyGroup) {
        return keyGroup >= startKeyGroup && keyGroup <= endKeyGroup;
    }

    /** What is in both. */
    public KeyGroupRange getIntersection(KeyGroupRange other) {
        return of(
                Math.max(startKeyGroup, other.startKeyGroup),
                Math.min(endKeyGroup, other.endKeyGroup));
    }

    @Override
    public int getNumberOfKeyGroups() {
        return 1 + endKeyGroup - startKeyGroup;
    }

    public int getStartKeyGroup() {
        return startKeyGroup;
    }

    public int getEndKeyGroup() {
        return endKeyGroup;
    }

    @Override
    public int getKeyGroupId(int idx) {
        if (idx < 0 || idx >= getNumberOfKeyGroups()) {
            throw new IndexOutOfBoundsException(
                    "There is no key group at position " + idx + " of " + this + '.');
        }
        return startKeyGroup + idx;
    }

    @Override
    public Iterator<Integer> iterator() {
        return IntStream.rangeClosed(startKeyGroup, endKeyGroup).iterator();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof KeyGroupRange that
                && startKeyGroup == that.startKeyGroup
                && endKeyGroup == that.endKeyGroup;
    }

    @Override
    public int hashCode() {
        return 31 * startKeyGroup + endKeyGroup;
    }

    @Override
    public String toString() {
        return "KeyGroupRange{startKeyGroup="
                + startKeyGroup
                + ", endKeyGroup="
                + endKeyGroup
                + '}';
    }

    /** Both ends, in brackets. */
    public String prettyPrintInterval() {
        return "[" + startKeyGroup + ", " + endKeyGroup + "]";
    }
}
