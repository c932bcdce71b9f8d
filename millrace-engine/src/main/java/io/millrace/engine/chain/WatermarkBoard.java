// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.engine.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Where all that makes watermarks in one attempt of a job writes down how far it has come. Two read
 * it: sources of one group, which wait for each other, and whoever makes watermarks, to notice that
 * some subtask never says anything.
 *
 * <p>Nobody is told and nobody waits here: an entry is written by its owner alone, with one
 * volatile store, and read by anyone. So sources in different tasks need no letters, a source that
 * is slow holds nobody up for longer than it is slow, and there is nothing to be repaired after a
 * failure: a new attempt begins with an empty board.
 */
public final class WatermarkBoard {

    /** What {@link #lowest} answers when nobody has to be waited for. */
    public static final long NOBODY = Long.MAX_VALUE;

    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final AtomicBoolean told = new AtomicBoolean();

    /** What an entry says about one subtask of an operator. */
    public static final class Entry {
        private final String operator;
        private final int subtask;
        private final int parallelism;
        private final String group;
        private final boolean ofProgram;
        private final long sinceNanos;
        private volatile long watermark = Long.MIN_VALUE;
        private volatile boolean resting;
        private volatile boolean ended;
        private volatile boolean hasTimestamps;

        private Entry(OperatorContext owner, String group, boolean ofProgram, long sinceNanos) {
            this.operator = owner.operatorName();
            this.subtask = owner.subtask();
            this.parallelism = owner.parallelism();
            this.group = group;
            this.ofProgram = ofProgram;
            this.sinceNanos = sinceNanos;
        }

        /** The owner's watermark, which never goes back. Its owner only. */
        public void watermark(long timestamp) {
            watermark = timestamp;
        }

        /** What was written down last, {@link Long#MIN_VALUE} for nothing yet. */
        public long watermark() {
            return watermark;
        }

        /** Whether nobody is to wait for the owner: it is idle. Its owner only. */
        public void resting(boolean isIdle) {
            resting = isIdle;
        }

        /** The owner will say nothing more. Its owner only. */
        public void end() {
            ended = true;
        }

        /** A record with a timestamp has come. Its owner only; may be said for each record. */
        public void sawTimestamp() {
            if (!hasTimestamps) {
                hasTimestamps = true;
            }
        }

        /** Whether a watermark was ever written down. */
        public boolean hasSpoken() {
            return watermark != Long.MIN_VALUE;
        }

        public boolean isResting() {
            return resting;
        }

        public String operator() {
            return operator;
        }

        /** From 0. */
        public int subtask() {
            return subtask;
        }

        public int parallelism() {
            return parallelism;
        }

        private boolean isSilent(long nowNanos, long forNanos) {
            return !hasSpoken() && !resting && !ended && nowNanos - sinceNanos >= forNanos;
        }
    }

    /**
     * A new entry.
     *
     * @param owner whose it is
     * @param group whom its source waits for, null for nobody
     * @param ofProgram whether the watermarks are made by the program itself, in a source of the
     *     older kind: then that there are none may be as it should
     */
    public Entry join(OperatorContext owner, String group, boolean ofProgram) {
        Entry entry = new Entry(owner, group, ofProgram, owner.clock().nanos());
        entries.add(entry);
        return entry;
    }

    /**
     * The lowest watermark of a group, or {@link #NOBODY}. Left out are those that are idle or have
     * ended, and those that have no watermark yet: they may never have one.
     */
    public long lowest(String group) {
        long lowest = NOBODY;
        for (Entry entry : entries) {
            if (group.equals(entry.group) && !entry.resting && !entry.ended && entry.hasSpoken()) {
                lowest = Math.min(lowest, entry.watermark);
            }
        }
        return lowest;
    }

    /** How far the entry is ahead of the lowest of its group, in milliseconds. */
    public long drift(Entry entry) {
        long lowest = lowest(entry.group);
        long own = entry.watermark;
        return lowest == NOBODY || own <= lowest ? 0 : own - lowest;
    }

    /**
     * Who has been there for so long, should have said something, and has not, though others have
     * or could have.
     */
    public List<Entry> silent(Clock clock, long forNanos) {
        boolean eventTime = false;
        for (Entry entry : entries) {
            eventTime |= entry.hasSpoken() || entry.hasTimestamps && !entry.ofProgram;
        }
        if (!eventTime) {
            return List.of();
        }
        long now = clock.nanos();
        return entries.stream()
                .filter(entry -> entry.isSilent(now, forNanos))
                .filter(entry -> !entry.ofProgram || anotherOf(entry.operator))
                .toList();
    }

    private boolean anotherOf(String operator) {
        for (Entry entry : entries) {
            if (entry.operator.equals(operator) && entry.hasSpoken()) {
                return true;
            }
        }
        return false;
    }

    /** True once, for whoever asks first: it is enough that one of them tells people. */
    public boolean mayTell() {
        return told.compareAndSet(false, true);
    }
}
