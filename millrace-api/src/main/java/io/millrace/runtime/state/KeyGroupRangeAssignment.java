// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.util.Preconditions;

/** Which key group a key is in, and which subtask has a key group: for raw keyed state. */
public final class KeyGroupRangeAssignment {

    private KeyGroupRangeAssignment() {}

    /** The subtask that gets the records of a key. */
    public static int assignKeyToParallelOperator(Object key, int maxParallelism, int parallelism) {
        return computeOperatorIndexForKeyGroup(
                maxParallelism, parallelism, assignToKeyGroup(key, maxParallelism));
    }

    /** The key group of a key. */
    public static int assignToKeyGroup(Object key, int maxParallelism) {
        Preconditions.checkNotNull(key, "A key must not be null.");
        return computeKeyGroupForKeyHash(key.hashCode(), maxParallelism);
    }

    /** The key group of keys with this {@link Object#hashCode()}. */
    public static int computeKeyGroupForKeyHash(int keyHash, int maxParallelism) {
        return mixed(keyHash) % maxParallelism;
    }

    /** The key groups of a subtask. */
    public static KeyGroupRange computeKeyGroupRangeForOperatorIndex(
            int maxParallelism, int parallelism, int operatorIndex) {
        if (parallelism < 1 || maxParallelism < parallelism) {
            throw new IllegalArgumentException(
                    "There are "
                            + maxParallelism
                            + " key groups for "
                            + parallelism
                            + " subtasks: each subtask has at least one.");
        }
        int first = (operatorIndex * maxParallelism + parallelism - 1) / parallelism;
        int last = ((operatorIndex + 1) * maxParallelism - 1) / parallelism;
        return new KeyGroupRange(first, last);
    }

    /** The subtask that has a key group. */
    public static int computeOperatorIndexForKeyGroup(
            int maxParallelism, int parallelism, int keyGroupId) {
        return keyGroupId * parallelism / maxParallelism;
    }

    /** The one-integer form of murmur3 (Austin Appleby, public domain), folded to non-negative. */
    private static int mixed(int code) {
        int h = Integer.rotateLeft(code * 0xcc9e2d51, 15) * 0x1b873593;
        h = Integer.rotateLeft(h, 13) * 5 + 0xe6546b64;
        h ^= 4;
        h = (h ^ h >>> 16) * 0x85ebca6b;
        h = (h ^ h >>> 13) * 0xc2b2ae35;
        h ^= h >>> 16;
        return h >= 0 ? h : h == Integer.MIN_VALUE ? 0 : -h;
    }
}
