// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.keys;

/**
 * Which subtasks of two vertices face each other where not everybody sends to everybody: subtask i
 * and subtask i at equal parallelism; else each of the fewer faces a neighbourhood of the more, all
 * of nearly the same size. The sums are Flink's. Pure; any thread.
 */
public final class Pointwise {

    private Pointwise() {}

    /** The first of the senders that a receiver hears. */
    public static int firstSender(int receiver, int senders, int receivers) {
        return receiver * senders / receivers;
    }

    /** The last of the senders that a receiver hears; at least the first. */
    public static int lastSender(int receiver, int senders, int receivers) {
        return Math.max(
                firstSender(receiver, senders, receivers),
                (receiver + 1) * senders / receivers - 1);
    }

    /** Whether there is a channel from the one to the other. */
    public static boolean connects(int sender, int senders, int receiver, int receivers) {
        return firstSender(receiver, senders, receivers) <= sender
                && sender <= lastSender(receiver, senders, receivers);
    }
}
