// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.keys;

/**
 * Where a key lives: key to key group, key group to subtask. The sums are Flink's (semantics
 * CK-86..88), so that state can one day move between the two engines. Pure; any thread.
 */
public final class KeyGroups {

    /** The largest maximum parallelism there is. */
    public static final int UPPER_BOUND = 1 << 15;

    private static final int DEFAULT_LOWER_BOUND = 128;

    private KeyGroups() {}

    /**
     * The maximum parallelism of an operator that sets none: 1.5 times rounded up to a power of
     * two.
     */
    public static int defaultMaxParallelism(int parallelism) {
        int wanted = parallelism + parallelism / 2;
        int powerOfTwo = wanted <= 1 ? 1 : Integer.highestOneBit(wanted - 1) << 1;
        return Math.min(Math.max(powerOfTwo, DEFAULT_LOWER_BOUND), UPPER_BOUND);
    }

    /** The key group of a key with this {@link Object#hashCode()}. */
    public static int keyGroup(int hashCode, int maxParallelism) {
        int mixed = mix(hashCode);
        return (maxParallelism & (maxParallelism - 1)) == 0
                ? mixed & (maxParallelism - 1)
                : mixed % maxParallelism;
    }

    /** The subtask that owns a key group. */
    public static int subtask(int keyGroup, int parallelism, int maxParallelism) {
        return keyGroup * parallelism / maxParallelism;
    }

    /** The key groups that a subtask owns. */
    public static KeyGroupRange range(int subtask, int parallelism, int maxParallelism) {
        int first = (subtask * maxParallelism + parallelism - 1) / parallelism;
        int last = ((subtask + 1) * maxParallelism - 1) / parallelism;
        return new KeyGroupRange(first, last);
    }

    /** The one-integer form of murmur3 (Austin Appleby, public domain), folded to non-negative. */
    public static int mix(int code) {
        int h = code * 0xcc9e2d51;
        h = Integer.rotateLeft(h, 15);
        h *= 0x1b873593;
        h = Integer.rotateLeft(h, 13);
        h = h * 5 + 0xe6546b64;
        h ^= 4;
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        h ^= h >>> 16;
        if (h >= 0) {
            return h;
        }
        return h == Integer.MIN_VALUE ? 0 : -h;
    }
}
